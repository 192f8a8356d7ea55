import { copyDatabase } from '@roster/test/database'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startExpiry } from './expiry.ts'

const DAY = 24 * 3_600_000

test('what has expired is deleted within a minute', async () => {
  const { database, drop } = await copyDatabase()
  const old = new Date(-1).toISOString()
  await database.query(
    { text: `insert into idempotency_keys (id, fingerprint, answer, created_at) values ('old', '', '', $1)` },
    [old],
  )
  await database.query(
    { text: `insert into oauth_artifacts (id, kind, payload, expires_at) values ('old', '', '{}', $1)` },
    [old],
  )
  const left = async () => {
    const count = `select (select count(*) from idempotency_keys) + (select count(*) from oauth_artifacts) as left`
    return (await database.query<{ left: number }>({ text: count }))[0]!.left
  }
  expect(await left()).toBe(2)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startExpiry({ database, now: () => DAY, logger: pino({ level: 'silent' }) })
  vi.advanceTimersByTime(60_000)
  stop()
  vi.useRealTimers()
  await expect.poll(left).toBe(0)
  await drop()
})
