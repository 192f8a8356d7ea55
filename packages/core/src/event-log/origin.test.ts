import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEventLog } from './event-log.ts'
import { commitEvents, logged, sequenceAll } from './events.fixture.ts'
import { recogniseOrigin } from './origin.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

async function epoch(): Promise<string> {
  const [row] = await copy.database.query<{ epoch: string }>({ text: 'select epoch from event_log' })
  return row!.epoch
}

test('a log keeps its epoch from start to start', async () => {
  const first = await epoch()
  await recogniseOrigin(copy.database)
  await recogniseOrigin(copy.database)
  expect(first).toMatch(/^[0-9a-f]{8}$/)
  expect(await epoch()).toBe(first)
})

test('a log that was restored elsewhere has a new epoch, goes on after its last place, and leaves out no event', async () => {
  await recogniseOrigin(copy.database)
  await commitEvents(copy.database, 'a')
  await sequenceAll(copy.database)
  const before = await epoch()
  await commitEvents(copy.database, 'b')
  // Where it was, there had been many more transactions.
  await copy.database.query({ text: `update events set xid = '4000000000' where seq is null` })
  await copy.database.query({ text: `update event_log set origin = 'elsewhere', xid = '4000000000'` })

  await recogniseOrigin(copy.database)
  expect(await epoch()).not.toBe(before)
  await commitEvents(copy.database, 'c')
  await sequenceAll(copy.database)
  expect(await logged(copy.database)).toEqual(['a', 'b', 'c'])
})

test('a log on another timeline, as after a restore to an earlier moment or on a promoted standby, has a new epoch', async () => {
  await recogniseOrigin(copy.database)
  const before = await epoch()
  const [row] = await copy.database.query<{ origin: string }>({ text: 'select origin from event_log' })
  expect(row!.origin).toMatch(/^\d+\/\d+\/[0-9A-F]{8}$/)
  await moveTimeline()
  await recogniseOrigin(copy.database)
  expect(await epoch()).not.toBe(before)
})

test.runIf(onPostgres)('a log that moves while it is followed ends its followers, who are told so', async () => {
  const errors: unknown[] = []
  const log = await startEventLog({
    database: copy.database,
    now: Date.now,
    report: (error) => errors.push(error),
  })
  const before = log.feed.cursor
  const { batches } = await log.feed.subscribe()
  const next = batches[Symbol.asyncIterator]().next()
  await moveTimeline()
  await expect.poll(endListening).toBe(1)
  await expect(next).rejects.toMatchObject({ code: 'cursor-expired' })
  expect(log.feed.cursor.split(':')[0]).not.toBe(before.split(':')[0])
  expect(await log.feed.subscribe({ after: before })).toMatchObject({ reset: true })
  expect(errors).toEqual([])
  await log.stop()
})

/** As if the server had gone on from an earlier moment. */
const moveTimeline = () =>
  copy.database.query({ text: `update event_log set origin = regexp_replace(origin, '[^/]+$', 'FFFFFFFF')` })

/** Ends the connection that listens, and says how many there were. */
async function endListening(): Promise<number> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %' and state = 'idle'`
  return (await copy.database.query({ text })).length
}
