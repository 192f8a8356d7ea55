import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEventLog } from './event-log.ts'
import { commitEvents, logged, sequenceAll } from './events.fixture.ts'
import { forgetEvents } from './retention.ts'

const NOW = Date.parse('2026-12-31T00:00:00.000Z')
const DAY = 24 * 60 * 60 * 1_000

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

/** Logs events that happened so many milliseconds after the oldest moment that is kept. */
async function log(...ages: number[]): Promise<void> {
  await commitEvents(copy.database, ...ages.map((age, nth) => `${nth}:${age}`))
  const text = `update events set created_at = $1::timestamptz + split_part(data->>'id', ':', 2)::int * interval '1 millisecond'`
  await copy.database.query({ text }, [new Date(NOW - 30 * DAY).toISOString()])
}

async function keptFrom(): Promise<number> {
  const [row] = await copy.database.query<{ kept_from: number }>({ text: 'select kept_from from event_log' })
  return row!.kept_from
}

test('entries are kept for 30 days, and no longer', async () => {
  await log(-2, -1, 0, 1)
  await sequenceAll(copy.database)
  expect(await forgetEvents(copy.database, NOW)).toBe(false)
  expect(await logged(copy.database)).toEqual(['2:0', '3:1'])
  expect(await keptFrom()).toBe(3)
  await forgetEvents(copy.database, NOW + 10)
  expect(await logged(copy.database)).toEqual([])
  expect(await keptFrom()).toBe(5)
})

test('a log at work forgets what is older', async () => {
  await log(-1, 1)
  await sequenceAll(copy.database)
  const report = (error: unknown) => {
    throw error
  }
  const running = await startEventLog({ database: copy.database, now: () => NOW, report })
  await expect.poll(() => logged(copy.database)).toEqual(['1:1'])
  await running.stop()
})

test('the log never has a hole: an entry that is old by its clock waits for those before it', async () => {
  await log(-1, 1, -1, -1)
  await sequenceAll(copy.database)
  await forgetEvents(copy.database, NOW)
  expect(await logged(copy.database)).toEqual(['1:1', '2:-1', '3:-1'])
  expect(await keptFrom()).toBe(2)
})

test('entries go in batches of a thousand', async () => {
  await log(...Array.from({ length: 1_500 }, () => -1))
  await sequenceAll(copy.database)
  expect(await forgetEvents(copy.database, NOW)).toBe(true)
  expect(await keptFrom()).toBe(1_001)
  expect(await forgetEvents(copy.database, NOW)).toBe(false)
  expect(await keptFrom()).toBe(1_501)
})

test('an event without a place is kept, however old it is', async () => {
  await log(-1)
  await forgetEvents(copy.database, NOW)
  await sequenceAll(copy.database)
  expect(await logged(copy.database)).toEqual(['0:-1'])
})
