// Letters that Unicode does not decompose, and what people type for them; a sigma is one letter wherever it stands.
const PLAIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
}
const MARKS = /\p{M}+/gu
const STROKED = /[øłđðħıŧæœþς]/g

/** Text without case, accents and compatibility forms, so that `Łódź`, `LODZ` and `ｌｏｄｚ` are the same. */
export function folded(text: string): string {
  // Lower case first: a capital sharp s has a small one, and only that has two capital letters.
  const upper = text.normalize('NFKD').replace(MARKS, '').toLowerCase().toUpperCase()
  return upper
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED, (letter) => PLAIN[letter]!)
}

/** What is stored beside a record to search it. No word reaches over a line break. */
export function searchable(...texts: string[]): string {
  return texts.map(folded).join('\n')
}

/** `LIKE` patterns, one a word, that must all match a `searchable` text. */
export function searchPatterns(query: string): string[] {
  return wordsOf(query).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * What the index over `search_grams` is asked for: a `tsquery` that holds for every text the patterns match, and for few others.
 * Undefined when no word narrows the search: one letter of an alphabet is nearly everywhere, so only ideographs are looked up alone.
 */
export function searchQuery(query: string): string | undefined {
  const terms = new Set(wordsOf(query).flatMap(termsOf))
  return terms.size > 0 ? [...terms].join(' & ') : undefined
}

function wordsOf(query: string): string[] {
  return [...new Set(folded(query).split(/\s+/u).filter(Boolean))]
}

const IDEOGRAPH = /\p{Ideographic}/u

/** `search_grams` has the three characters from each place of a text on: a shorter word begins one, a longer one holds several. */
function termsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length > 2) return characters.slice(2).map((_, start) => quoted(characters.slice(start, start + 3)))
  return characters.length === 2 || IDEOGRAPH.test(word) ? [`${quoted(characters)}:*`] : []
}

function quoted(characters: string[]): string {
  return `'${characters.join('').replace(/['\\]/g, '$&$&')}'`
}
