import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { assert, asyncProperty, integer, nat, string, tuple } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folded } from './folding.ts'
import { searchable, searchPatterns, searchQuery } from './search.ts'

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

/** What the database says of a text: whether the index would find it for a query, and whether the query matches it. */
async function ask(text: string, query: string) {
  const [answer] = await copy.database.query<{ found: boolean | null; matches: boolean }>(
    { text: `select search_grams($1) @@ $2::tsquery as found, $1 like all ($3::text[]) as matches` },
    [text, searchQuery(query) ?? null, searchPatterns(query)],
  )
  return answer
}

test('every part of a text is found by the index and matches, whatever its characters', async () => {
  const part = tuple(string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), nat(), integer({ min: 1, max: 12 }))
    .map(([text, from, length]) => {
      const characters = Array.from(folded(text))
      const start = from % Math.max(1, characters.length)
      return { text, word: characters.slice(start, start + length).join('') }
    })
    .filter(({ word }) => word.trim() !== '')
  await assert(
    asyncProperty(part, async ({ text, word }) => {
      const found = searchQuery(word) === undefined ? null : true
      expect(await ask(searchable(text, 'x@example.com'), word)).toEqual({ found, matches: true })
    }),
    { numRuns: 300 },
  )
})

test.each([`o'b`, `''`, `\\'`, '\\\\', 'a&b', '!(', ':*', '%_', 'a|', '<->', 'é%', '李小', '👩‍💻'])(
  '%s is literal text',
  async (word) => {
    expect(await ask(searchable(`x${word}y`), word)).toEqual({ found: true, matches: true })
    expect(await ask(searchable('Ada Lovelace'), word)).toEqual({ found: false, matches: false })
  },
)

test('a backslash is no sign that takes the next letter as it is', async () => {
  expect(await ask(searchable('xaby'), String.raw`a\b`)).toEqual({ found: false, matches: false })
})

test.each(['´´', '\u0301\u0301', '´ ´'])('a search of marks alone, %j, finds nothing', async (query) => {
  for (const text of ['Ada Lovelace', query, `x${query}y`])
    expect(await ask(searchable(text), query)).toEqual({ found: false, matches: false })
})

test('one letter of an alphabet is not looked up; an ideograph is', () => {
  expect(searchQuery('a')).toBeUndefined()
  expect(searchQuery('a lin')).toBe(`'lin'`)
  expect(searchQuery('李')).toBe(`'李':*`)
  expect(searchQuery('Łódź')).toBe(`'lod' & 'odz'`)
  expect(searchQuery('lo')).toBe(`'lo':*`)
})
