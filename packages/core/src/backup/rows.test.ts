import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Page, pagesOf } from './rows.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

const MEBIBYTE = 2 ** 20

/** The pages of a table of notes, which a query fills. */
async function pagesOfNotes(notes: string): Promise<Page[]> {
  const { query } = copy.database
  await query({ text: 'create table notes (id int primary key, note text not null)' })
  await query({ text: `insert into notes ${notes}` })
  const pages: Page[] = []
  for await (const page of pagesOf(query, { name: 'notes', columns: ['id', 'note'], key: ['id'] })) pages.push(page)
  return pages
}

const idsIn = (pages: readonly Page[]) =>
  pages.flatMap(({ rows }) => rows.map((row) => (JSON.parse(row) as { id: number }).id))

test('a page has a few megabytes, however small the rows before it are', async () => {
  const pages = await pagesOfNotes(
    `select n, repeat('n', case when n % 200 < 40 then 1 else 100000 end) from generate_series(1, 400) as n`,
  )
  expect(Math.max(...pages.map(({ rows }) => rows.join('').length))).toBeLessThan(4 * MEBIBYTE)
  expect(idsIn(pages)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1))
})

test('a row that is larger than a page is a page of its own, and those after it follow', async () => {
  const pages = await pagesOfNotes(
    `select n, repeat('n', case n when 1 then ${5 * MEBIBYTE} else 1 end) from generate_series(1, 3) as n`,
  )
  expect(idsIn(pages)).toEqual([1, 2, 3])
})
