// Letters that Unicode does not decompose, and what people type for them. A final sigma counts as any other sigma.
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

/** Returns a text without case, accents and compatibility forms, so that `Łódź`, `LODZ` and `ｌｏｄｚ` are equal. */
export function folded(text: string): string {
  // Lower case first: of the sharp s, only the small letter becomes two capital letters.
  const upper = text.normalize('NFKD').replace(MARKS, '').toLowerCase().toUpperCase()
  return upper
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED, (letter) => PLAIN[letter]!)
}

/**
 * Returns the words of a search, each once; all must occur in a folded text. A search of marks alone, which folding removes, gives one word that occurs in no
 * text.
 */
export function searchWords(query: string): string[] {
  const words = new Set(folded(query).split(/\s+/u).filter(Boolean))
  return words.size > 0 || query.trim() === '' ? [...words] : [query]
}
