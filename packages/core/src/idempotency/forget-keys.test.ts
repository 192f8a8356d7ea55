import { copyDatabase } from '@roster/test/database'
import { expect, test } from 'vitest'
import { forgetKeys } from './forget-keys.ts'

const DAY = 24 * 3_600_000

test('what was kept for longer than a day is deleted in batches, and nothing else', async () => {
  const { database, drop } = await copyDatabase()
  const keep = `insert into idempotency_keys (id, fingerprint, answer, created_at) select $1 || n, '', '', $2 from generate_series(1, $3::int) n`
  const at = (time: number) => new Date(time).toISOString()
  await database.query({ text: keep }, ['old', at(-1), 1_200])
  await database.query({ text: keep }, ['young', at(0), 2])
  const more = [await forgetKeys(database, DAY), await forgetKeys(database, DAY), await forgetKeys(database, DAY)]
  const left = await database.query<{ id: string }>({ text: 'select id from idempotency_keys order by id' })
  expect(more).toEqual([true, true, false])
  expect(left.map(({ id }) => id)).toEqual(['young1', 'young2'])
  await drop()
})
