import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import type { Query } from '../data/statement.ts'
import { askPosition } from './position.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

test('many readers of one moment share a question', async () => {
  let asked = 0
  const query: Query = (...call) => {
    asked++
    return copy.database.query(...call)
  }
  const ask = askPosition({ query })
  const positions = await Promise.all(Array.from({ length: 50 }, ask))
  expect(asked).toBe(1)
  expect(new Set(positions).size).toBe(1)
})

test('a reader that comes while a question is on its way is not given the answer to that', async () => {
  const answers: ((rows: unknown[]) => void)[] = []
  const query = () => new Promise((resolve) => answers.push(resolve))
  const ask = askPosition({ query: query as Query })
  const first = ask()
  await expect.poll(() => answers.length).toBe(1)
  const second = ask()
  answers[0]!([{ lsn: '0/1', timeline: '00000001' }])
  expect(await first).toEqual({ lsn: '0/1', timeline: '00000001' })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!([{ lsn: '0/2', timeline: '00000001' }])
  expect(await second).toEqual({ lsn: '0/2', timeline: '00000001' })
})

test.runIf(onPostgres)(
  'what was acknowledged lies before the position, and its timeline is that of the server',
  async () => {
    const { query } = copy.database
    const [before] = await query<{ lsn: string }>({ text: 'select pg_current_wal_insert_lsn()::text as lsn' })
    await query({ text: 'create table things (n int)' })
    const position = await askPosition(copy.database)()
    const [after] = await query<{ lies_before: boolean; timeline: string }>(
      {
        text: `select $1::pg_lsn > $2::pg_lsn as lies_before, lpad(to_hex(timeline_id), 8, '0') as timeline from pg_control_checkpoint()`,
      },
      [position.lsn, before!.lsn],
    )
    expect(after).toEqual({ lies_before: true, timeline: position.timeline })
  },
)
