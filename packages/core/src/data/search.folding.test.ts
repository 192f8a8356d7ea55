import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { folded } from './folding.ts'
import { searchable, searchPatterns } from './search.ts'

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

/** Whether the database finds a record of these texts by this query. */
async function finds(texts: string[], query: string): Promise<boolean> {
  const text = 'select $1 like all ($2::text[]) as found'
  const [row] = await copy.database.query<{ found: boolean }>({ text }, [searchable(...texts), searchPatterns(query)])
  return row!.found
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', 'E\u0301', 'Ł', 'ß', 'ﬁ', 'Σ', 'ç', '%', '_', '\\', "'", '1', '٣'),
})
const texts = fc.tuple(letters, letters)

test('a text is found by any part of it, in any case and form', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), fc.nat(), async ([name, email], from, length) => {
      const characters = Array.from(name)
      const start = from % (characters.length + 1)
      const part = characters.slice(start, start + (length % 5)).join('')
      fc.pre(part === '' || folded(part) !== '')
      for (const query of [part, part.toUpperCase(), part.normalize('NFD'), part.normalize('NFC')])
        expect(await finds([name, email], query)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('it finds exactly what holds every word as literal text', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.array(letters, { maxLength: 3 }), async (record, words) => {
      const all = words.every((word) => record.some((text) => folded(text).includes(folded(word))))
      expect(await finds(record, words.join(' '))).toBe(all)
    }),
    { numRuns: 100 },
  )
})

test('folding a folded text changes nothing, whatever the character', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
  const changed = all.map((code) => String.fromCodePoint(code)).filter((one) => folded(folded(one)) !== folded(one))
  expect(changed).toEqual([])
})
