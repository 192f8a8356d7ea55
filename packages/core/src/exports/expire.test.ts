import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expireExports } from './expire.ts'

const NOW = Date.UTC(2026, 10, 22)

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

const add = (ids: string, expiresAt: number) =>
  copy.database.query(
    {
      text: `insert into exports (id, format, filter, status, done, total, created_at, expires_at, created_by, failures)
        select id, 'csv', '{}', 'succeeded', 0, 0, $1, $1, 'key_1', 0 from (${ids}) as ids (id)`,
    },
    [new Date(expiresAt).toISOString()],
  )

async function count(table: string): Promise<number> {
  const [row] = await copy.database.query<{ count: number }>({ text: `select count(*)::int as count from ${table}` })
  return row!.count
}

test('files that have expired, and exports that are forgotten, go a few rows at a time until none is left', async () => {
  await add(`select 'exp_old_' || n from generate_series(1, 250) as n`, NOW - 31 * 24 * 60 * 60 * 1_000)
  await add(`select 'exp_new'`, NOW + 1)
  const parts = `select id, n, '\\x00'::bytea from exports, generate_series(1, 2) as n where id in ('exp_new', 'exp_old_1')
    union all select 'exp_old_2', n, '\\x00'::bytea from generate_series(1, 250) as n`
  await copy.database.query({ text: `insert into export_parts (export_id, number, bytes) ${parts}` })
  const left: [parts: number, exports: number][] = []
  let isMoreLeft = true
  while (isMoreLeft) {
    isMoreLeft = await expireExports(copy.database, NOW)
    left.push([await count('export_parts'), await count('exports')])
  }
  expect(left).toEqual([
    [154, 251],
    [54, 251],
    [2, 151],
    [2, 51],
    [2, 1],
  ])
})

test('an export is kept for 30 days after it has expired, and tells that it was there', async () => {
  const thirtyDays = 30 * 24 * 60 * 60 * 1_000
  await add(`select 'exp_kept'`, NOW - thirtyDays)
  await add(`select 'exp_over'`, NOW - thirtyDays - 1)
  await expireExports(copy.database, NOW)
  expect(await copy.database.query({ text: 'select id from exports' })).toEqual([{ id: 'exp_kept' }])
})
