import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Page, pagesOf } from './rows.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

const MEBIBYTE = 2 ** 20

test('a page has a few megabytes, however small the rows before it are', async () => {
  const { query } = copy.database
  await query({ text: 'create table notes (id int primary key, note text not null)' })
  const notes = `select n, repeat('n', case when n % 200 < 40 then 1 else 100000 end) from generate_series(1, 400) as n`
  await query({ text: `insert into notes ${notes}` })
  const pages: Page[] = []
  for await (const page of pagesOf(query, { name: 'notes', columns: ['id', 'note'], key: ['id'] })) pages.push(page)
  expect(Math.max(...pages.map(({ rows }) => rows.join('').length))).toBeLessThan(4 * MEBIBYTE)
  const ids = pages.flatMap(({ rows }) => rows.map((row) => (JSON.parse(row) as { id: number }).id))
  expect(ids).toEqual(Array.from({ length: 400 }, (_, index) => index + 1))
})
