import { folded } from '../data/folding.ts'

/** Number of additional characters that make a guessable text a good password. */
export const ENOUGH_MORE = 8

/** Shortest word that counts, because shorter ones occur in too many others. */
const MIN_WORD = 3

const NO_WORD = /[^\p{L}\p{N}]+/u

/** The owner of a password, and the service that it is for. */
interface Known {
  name: string
  email: string
  /** Name of the service for people. */
  service: string
}

/**
 * Returns the fault of a password that consists of repetitions or of the names of its owner and service, as a code and a message; undefined for a good
 * password.
 */
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

/** Whether a text is, except for a few characters, a unit that is repeated, the last time perhaps cut off. */
function isRepetition(characters: readonly string[]): boolean {
  return characters.some((_, index) => {
    const repeated = longestRun(characters, index + 1)
    return repeated > index && characters.length - repeated - (index + 1) < ENOUGH_MORE
  })
}

/** Returns the longest run of characters that equal those at a distance before them. */
function longestRun(characters: readonly string[], distance: number): number {
  let [run, longest] = [0, 0]
  for (let at = distance; at < characters.length; at++) {
    run = characters[at] === characters[at - distance] ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Returns the words that occur more than once. */
function repeatedWords(text: string): string[] {
  const words = text.split(NO_WORD)
  return words.filter((word, index) => words.indexOf(word) < index)
}

function isPersonal(text: string, { name, email, service }: Known): boolean {
  const known = [email, name, service].map(folded)
  return isLittleMore(text, [...known, ...known.flatMap((one) => one.split(NO_WORD))])
}

/** Whether a text consists of these words, except for a few characters. */
function isLittleMore(text: string, words: readonly string[]): boolean {
  const telling = [...new Set(words)].filter((word) => word.length >= MIN_WORD)
  const longestFirst = telling.toSorted((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && Array.from(rest.replaceAll(/\s/gu, '')).length < ENOUGH_MORE
}
