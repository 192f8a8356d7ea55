import { folded, searchWords } from './folding.ts'

/** Returns the text that is stored beside a record to search it by. No word of a search matches across a line break. */
export function searchable(...texts: string[]): string {
  return texts.map(folded).join('\n')
}

/** Returns `LIKE` patterns, one for each word, which must all match a `searchable` text. */
export function searchPatterns(query: string): string[] {
  return searchWords(query).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * Returns the `tsquery` for the index over `search_grams`: it holds for every text that the patterns match, and for few others. Undefined when no word narrows
 * the search: one letter of an alphabet is nearly everywhere, so only ideographs are looked up alone.
 */
export function searchQuery(query: string): string | undefined {
  const terms = new Set(searchWords(query).flatMap(termsOf))
  return terms.size > 0 ? [...terms].join(' & ') : undefined
}

const IDEOGRAPH = /\p{Ideographic}/u

/**
 * Returns the terms of a word. `search_grams` has the three characters from each place of a text on: a shorter word begins one of them, a longer word has
 * several.
 */
function termsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length > 2) return characters.slice(2).map((_, start) => quoted(characters.slice(start, start + 3)))
  return characters.length === 2 || IDEOGRAPH.test(word) ? [`${quoted(characters)}:*`] : []
}

function quoted(characters: string[]): string {
  return `'${characters.join('').replace(/['\\]/g, '$&$&')}'`
}
