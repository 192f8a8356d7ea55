/** The texts of an operation that a search reads. */
export interface Searched {
  readonly name: string
  readonly summary: string
  readonly description: string
}

/** Weight of a word by the text in which it is found. */
const WEIGHTS = { name: 4, summary: 2, description: 1 } as const

const MOST = 5

/**
 * Returns the operations that match the words of a query, the best first, at most 5. An operation scores for each word in its name, summary or description; the
 * name weighs most. Operations with equal scores keep their order.
 */
export function searchOperations<Operation extends Searched>(
  operations: readonly Operation[],
  query: string,
): Operation[] {
  const words = wordsOf(query)
  const scored = operations.map((operation) => ({ operation, score: scoreOf(operation, words) }))
  const found = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score)
  return found.slice(0, MOST).map(({ operation }) => operation)
}

function scoreOf(operation: Searched, words: readonly string[]): number {
  const places = Object.entries(WEIGHTS).map(([place, weight]) => {
    const known = new Set(wordsOf(operation[place as keyof typeof WEIGHTS]))
    return weight * words.filter((word) => known.has(word)).length
  })
  return places.reduce((sum, one) => sum + one, 0)
}

/** Returns the words of a text in lower case and in the singular: `apiKeys.rotate` has api, key and rotate. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
}
