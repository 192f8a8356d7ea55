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

/** The words of a search, each once: what all must occur in a folded text. A search of marks alone, which folding takes away, is a word that occurs in none. */
export function searchWords(query: string): string[] {
  const words = new Set(folded(query).split(/\s+/u).filter(Boolean))
  return words.size > 0 || query.trim() === '' ? [...words] : [query]
}
