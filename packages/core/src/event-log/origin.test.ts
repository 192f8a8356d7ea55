import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { formatCursor } from './cursor.ts'
import type { Entry } from './entry.ts'
import { type EventLog, startEventLog } from './event-log.ts'
import { Feed } from './feed.ts'
import { commitEvents, logged, loseAfter, moveTimeline, Reader, sequenceAll } from './events.fixture.ts'
import { type LogState, reaches, readState } from './log-state.ts'
import { recogniseOrigin } from './origin.ts'
import { readOn } from './read-on.ts'
import { forgetEvents, LIFETIME } from './retention.ts'
import { sequence } from './sequence.ts'

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

test('a log on another timeline, as on a promoted standby, begins another epoch, and what it has keeps its cursors', async () => {
  await recogniseOrigin(copy.database)
  await commitEvents(copy.database, 'a', 'b')
  await sequenceAll(copy.database)
  const before = await epoch()
  expect(await origin()).toMatch(/^\d+\/\d+\/[0-9A-F]{8}$/)
  await moveTimeline(copy.database)
  await recogniseOrigin(copy.database)
  const after = await epoch()
  expect(after).not.toBe(before)
  await commitEvents(copy.database, 'c')
  await sequenceAll(copy.database)
  const { entries } = await readOn(copy.database.query, 0)
  expect(entries.map(({ cursor }) => cursor)).toEqual([`${before}:1`, `${before}:2`, `${after}:3`])
})

test('after each failover those cursors are good, and only those, whose event the log has', async () => {
  const epochs = [await epoch()]
  for (const names of [['a', 'b'], ['c'], ['d', 'e']]) {
    await moveTimeline(copy.database)
    await recogniseOrigin(copy.database)
    epochs.push(await epoch())
    await commitEvents(copy.database, ...names)
    await sequenceAll(copy.database)
  }
  const [zero, one, two, three] = epochs
  const log = await readState(copy.database.query)
  expect(await good(log, 6)).toEqual([`${zero}:0`, `${one}:1`, `${one}:2`, `${two}:3`, `${three}:4`, `${three}:5`])
  await forgetAll()
  expect(await good(await readState(copy.database.query), 6)).toEqual([`${three}:5`])
  await moveTimeline(copy.database)
  await recogniseOrigin(copy.database)
  expect((await readState(copy.database.query)).earlier, 'epochs that are kept').toEqual([{ epoch: three, until: 5 }])
})

/** Of all cursors of the epochs that a log knows those from which it can be read on. */
async function good(log: LogState, places: number): Promise<string[]> {
  const epochs = [...log.earlier, log].map(({ epoch: name }) => name)
  const positions = Array.from({ length: places + 1 }, (_, seq) => epochs.map((name) => ({ epoch: name, seq }))).flat()
  return positions.filter((position) => reaches(log, position)).map(formatCursor)
}

test('where the database went on from an earlier moment nothing is given a place before the log has another epoch', async () => {
  await recogniseOrigin(copy.database)
  await moveTimeline(copy.database)
  await commitEvents(copy.database, 'a')
  expect(await sequence(copy.database)).toMatchObject({ sequenced: 0, elsewhere: true })
  await recogniseOrigin(copy.database)
  expect(await sequence(copy.database)).toMatchObject({ sequenced: 1, elsewhere: false })
})

describe('of those who follow a log whose database is replaced', () => {
  let log: EventLog
  const errors: unknown[] = []
  beforeEach(async () => {
    log = await startEventLog({ database: copy.database, now: Date.now, report: (error) => errors.push(error) })
    await commitEvents(copy.database, 'a', 'b', 'c')
    await isReadTo(log, 3)
  })
  afterEach(() => log.stop())

  test('everybody goes on without a gap or a repeat when nothing was lost', async () => {
    const [slow, quick] = [await Reader.follow(log.feed, at(0)), await Reader.follow(log.feed)]
    const before = log.feed.cursor
    await moveTimeline(copy.database)
    await commitEvents(copy.database, 'd')
    await expect.poll(() => quick.names).toEqual(['d'])
    expect(quick.cursor.split(':')[0]).not.toBe(before.split(':')[0])
    await expect.poll(() => slow.names).toEqual(['a', 'b', 'c', 'd'])
    expect(await log.feed.subscribe({ after: before })).toMatchObject({ reset: false, cursor: before })
    await Promise.all([slow.stop(), quick.stop()])
    expect(errors).toEqual([])
  })

  test('whoever was given nothing of what was lost goes on, also where nothing before it is kept', async () => {
    const isFor = ({ data: { id } }: Entry) => id === 'a' || id === 'd'
    const reader = await Reader.follow(log.feed, at(0), { isFor })
    await expect.poll(() => reader.names).toEqual(['a'])
    const text = `with gone as (delete from events where seq = 1) update event_log set kept_from = 2`
    await copy.database.query({ text })
    await loseAfter(copy.database, 1)
    await commitEvents(copy.database, 'd')
    await expect.poll(() => reader.names).toEqual(['a', 'd'])
    await reader.stop()
  })

  test('those are told, and only those, who were given what was lost', async () => {
    const lost = await Reader.follow(log.feed)
    const { batches } = await log.feed.subscribe({ after: at(1) })
    const [ahead, behind] = [at(3), at(1)]
    await loseAfter(copy.database, 1)
    await commitEvents(copy.database, 'd')
    await expect.poll(() => log.feed.cursor).toMatch(/:2$/)
    await expect(lost.stop()).rejects.toMatchObject({ code: 'cursor-expired' })
    const { value: given } = await batches[Symbol.asyncIterator]().next()
    expect(given?.map((entry: Entry) => entry.data.id)).toEqual(['d'])
    expect(await log.feed.subscribe({ after: ahead })).toMatchObject({ reset: true, cursor: log.feed.cursor })
    expect(await log.feed.subscribe({ after: behind })).toMatchObject({ reset: false, cursor: behind })
    expect(errors).toEqual([])
  })

  test('whoever was given nothing of what was lost goes on, also where it was for others', async () => {
    const chosen = (names: string[]) => ({ isFor: (entry: Entry) => names.includes(entry.data.id) })
    const follow = async (...names: string[]) =>
      (await log.feed.subscribe(chosen(names))).batches[Symbol.asyncIterator]()
    const [rare, common] = [await follow('d', 'h'), await follow('g')]
    const [ofRare, ofCommon] = [rare.next(), common.next()]
    await commitEvents(copy.database, 'd', 'e', 'f', 'g')
    expect((await ofRare).value).toMatchObject([{ data: { id: 'd' } }])
    expect((await ofCommon).value).toMatchObject([{ data: { id: 'g' } }])
    const later = rare.next()
    const lost = common.next().catch((error: unknown) => error)
    await loseAfter(copy.database, 5)
    await commitEvents(copy.database, 'h')
    expect(await lost).toMatchObject({ code: 'cursor-expired' })
    // Beyond the places that were lost, where whoever missed the first would go on.
    await commitEvents(copy.database, 'e', 'f', 'd')
    expect((await later).value[0]).toMatchObject({ data: { id: 'h' }, seq: 6 })
    await rare.return!()
  })

  test('whoever was given something by another process waits for this one to notice, and is told nothing', async () => {
    let [isHeld, isWaiting] = [false, false]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const query: Database['query'] = async (...call) => {
      if (isHeld && call[0].name === 'event log after a place') await released
      if (isHeld && call[0].name === 'event log state') isWaiting = true
      return copy.database.query(...call)
    }
    const behind = await Feed.open({ database: { ...copy.database, query }, report: (error) => errors.push(error) })
    const before = behind.cursor
    isHeld = true
    await loseAfter(copy.database, 1)
    await commitEvents(copy.database, 'd')
    await expect.poll(() => log.feed.cursor).toMatch(/:2$/)
    const after = log.feed.cursor
    const subscription = behind.subscribe({ after })
    await expect.poll(() => isWaiting).toBe(true)
    expect(behind.cursor).toBe(before)
    release()
    expect(await subscription).toMatchObject({ reset: false, cursor: after })
    await behind.close()
    expect(errors).toEqual([])
  })

  /** The cursor of a place, as it was given before. */
  const at = (seq: number) => log.feed.cursor.replace(/\d+$/, String(seq))
})

async function isReadTo({ feed }: EventLog, seq: number): Promise<void> {
  await expect.poll(() => feed.cursor.split(':')[1]).toBe(String(seq))
}

async function origin(): Promise<string> {
  const [row] = await copy.database.query<{ origin: string }>({ text: 'select origin from event_log' })
  return row!.origin
}

async function forgetAll(): Promise<void> {
  while (await forgetEvents(copy.database, Date.now() + 2 * LIFETIME));
}
