import { folded } from '../data/folding.ts'

/** What is "a few characters more": fewer than these add too little to what is guessed anyway. */
export const ENOUGH_MORE = 8

/** Shorter words are in too many others to tell anything. */
const MIN_WORD = 3

const NO_WORD = /[^\p{L}\p{N}]+/u

/** Whose password it is, and of which service. */
interface Known {
  name: string
  email: string
  /** What people call the service. */
  service: string
}

/** What is wrong with a password that is guessed from what it is made of, or whose it is: a code and a message; undefined where nothing is. */
export function guessableFault(password: string, whose: Known): readonly [code: string, message: string] | undefined {
  const text = folded(password)
  if (isRepetition(Array.from(text)) || isLittleMore(text, repeatedWords(text)))
    return ['repeated', 'must not be one character or word repeated, even with a few characters more']
  if (isPersonal(text, whose))
    return [
      'personal',
      'must not be the e-mail address, the name or the name of the service, even with a few characters more',
    ]
  return undefined
}

/** Whether all but a few characters are a unit of some length twice or more, the last time perhaps cut off. */
function isRepetition(characters: readonly string[]): boolean {
  return characters.some((_, index) => {
    const repeated = longestRun(characters, index + 1)
    return repeated > index && characters.length - repeated - (index + 1) < ENOUGH_MORE
  })
}

/** How many characters in a row are the same as those before them at a distance. */
function longestRun(characters: readonly string[], distance: number): number {
  let [run, longest] = [0, 0]
  for (let at = distance; at < characters.length; at++) {
    run = characters[at] === characters[at - distance] ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Words that come more than once, whatever stands between them. */
function repeatedWords(text: string): string[] {
  const words = text.split(NO_WORD)
  return words.filter((word, index) => words.indexOf(word) < index)
}

function isPersonal(text: string, { name, email, service }: Known): boolean {
  const known = [email, name, service].map(folded)
  return isLittleMore(text, [...known, ...known.flatMap((one) => one.split(NO_WORD))])
}

/** Whether a text is made of these words, of any length that tells something, and a few characters more. */
function isLittleMore(text: string, words: readonly string[]): boolean {
  const telling = [...new Set(words)].filter((word) => word.length >= MIN_WORD)
  const longestFirst = telling.toSorted((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && Array.from(rest.replaceAll(/\s/gu, '')).length < ENOUGH_MORE
}
