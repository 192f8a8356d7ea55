import { copyDatabase } from '@roster/test/database'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startExpiry } from './expiry.ts'

const DAY = 24 * 3_600_000
const MINUTE = 60_000

test('what has expired is deleted, however much it is, from the start on and every minute, until that is ended', async () => {
  const { database, drop } = await copyDatabase()
  onTestFinished(drop)
  const old = new Date(-1).toISOString()
  const keep = (count: number) =>
    database.query(
      {
        text: `with artifact as (insert into oauth_artifacts (id, kind, payload, expires_at) values ('old', '', '{}', $1))
          insert into idempotency_keys (id, fingerprint, answer, created_at) select 'old' || n, '', '', $1 from generate_series(1, $2::int) n`,
      },
      [old, count],
    )
  const left = async () => {
    const count = `select (select count(*) from idempotency_keys) + (select count(*) from oauth_artifacts) as left`
    return (await database.query<{ left: number }>({ text: count }))[0]!.left
  }
  await keep(1_200)
  expect(await left()).toBe(1_201)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stop = startExpiry({ database, now: () => DAY, logger: pino({ level: 'silent' }) })
  const deleted = async () => {
    while ((await left()) > 0) await new Promise(setImmediate)
  }
  await deleted()
  await keep(1)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(MINUTE)
  await deleted()
  await stop()
  await keep(1)
  vi.advanceTimersByTime(MINUTE)
  expect(await left()).toBe(2)
})
