import { setImmediate } from 'node:timers/promises'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { commitEvents, loseAfter, ownedBy, Reader, sequenceAll } from './events.fixture.ts'
import { Feed } from './feed.ts'
import { recogniseOrigin } from './origin.ts'

// Followers whose cursors are older than what is in memory.

let copy: TestDatabase
let feed: Feed | undefined
/** What each read of the log has brought. */
let reads: number[]
/** What reads wait for. */
let held: Promise<void> | undefined
/** How many have begun, and how many go on at once at most. */
let [begun, running, most] = [0, 0, 0]
beforeEach(async () => {
  copy = await copyDatabase()
  reads = []
  held = undefined
  begun = running = most = 0
})
afterEach(async () => {
  await feed?.close()
  feed = undefined
  await copy.drop()
})

const OF_AN_OWNER = 'event log of an owner'

const query: Database['query'] = async (...call) => {
  if (call[0].name !== OF_AN_OWNER) return copy.database.query(...call)
  begun++
  most = Math.max(most, ++running)
  await held
  const rows: any[] = await copy.database.query(...call)
  running--
  reads.push(rows.filter(({ seq }) => seq !== null).length)
  return rows
}

/** A feed whose memory begins at the present end of the log. */
async function openFeed(): Promise<Feed> {
  const report = (error: unknown) => {
    throw error
  }
  feed = await Feed.open({ database: { ...copy.database, query }, report })
  return feed
}

const log = async (...names: string[]) => {
  await commitEvents(copy.database, ...names)
  await sequenceAll(copy.database)
  feed?.wake()
}
const others = (count: number) => Array.from({ length: count }, (_, nth) => `other-${nth}`)
const fromStart = ({ cursor }: Feed) => cursor.replace(/\d+$/, '0')

test('are given what is for them and nothing else is read, and then what happens', async () => {
  await log('ada', ...others(1_200), 'ada', ...others(1_200))
  const reader = await Reader.follow(await openFeed(), fromStart(feed!), ownedBy('ada'))
  await expect.poll(() => reader.names).toEqual(['ada', 'ada'])
  await log('other', 'ada', 'other')
  await expect.poll(() => reader.entries.map(({ seq }) => seq)).toEqual([1, 1_202, 2_404])
  expect(reads).toEqual([2])
  await reader.stop()
})

test('can go on from the end of the log when they have all that is for them and others came since, and not before', async () => {
  await log('ada', ...others(1_200))
  const ending = new AbortController()
  const { signal } = ending
  const following = { ...ownedBy('ada'), after: fromStart(await openFeed()), signal }
  const subscription = await feed!.subscribe(following)
  const batches = subscription.batches[Symbol.asyncIterator]()
  const { value } = await batches.next()
  expect([value.length, subscription.hasPassed]).toEqual([1, false])
  const next = batches.next()
  await expect.poll(() => subscription.hasPassed).toBe(true)
  await log('other', 'ada')
  await next
  expect(subscription.hasPassed).toBe(false)
  ending.abort()
})

test('have nothing to go on from but their last entry where nothing came since', async () => {
  const subscription = await (await openFeed()).subscribe(ownedBy('ada'))
  const batches = subscription.batches[Symbol.asyncIterator]()
  const first = batches.next()
  await log('ada')
  await first
  const second = batches.next()
  await setImmediate()
  expect(subscription.hasPassed).toBe(false)
  await log('other')
  await expect.poll(() => subscription.hasPassed).toBe(true)
  await log('ada')
  await second
})

test('are given each once and in order where it is more than a page', async () => {
  const count = 1_100
  await log(...Array.from({ length: count }, (_, nth) => ['other', 'ada', `other-${nth}`]).flat())
  const reader = await Reader.follow(await openFeed(), fromStart(feed!), ownedBy('ada'))
  await expect.poll(() => reader.entries.length).toBe(count)
  await log('ada')
  const places = Array.from({ length: count + 1 }, (_, nth) => (nth < count ? 3 * nth + 2 : 3 * count + 1))
  await expect.poll(() => reader.entries.map(({ seq }) => seq)).toEqual(places)
  expect(reads).toEqual([500, 500, 100])
  await reader.stop()
})

test('are given what this process does not know yet when it knows it, and once', async () => {
  await log('ada', 'other')
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const reader = await Reader.follow(await openFeed(), fromStart(feed!), ownedBy('ada'))
  await expect.poll(() => begun).toBe(1)
  feed!.readsDatabase = false
  await log('other', 'ada')
  resolve()
  await expect.poll(() => reader.names).toEqual(['ada'])
  feed!.readsDatabase = true
  await expect.poll(() => reader.entries.map(({ seq }) => seq)).toEqual([1, 4])
  await reader.stop()
})

test.runIf(onPostgres)(
  'are given nothing of another epoch before this process knows of it, and then all of it once',
  async () => {
    await recogniseOrigin(copy.database)
    await log('ada', ...others(4))
    await openFeed()
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    const reader = await Reader.follow(feed!, fromStart(feed!), ownedBy('ada'))
    await expect.poll(() => begun).toBe(1)
    feed!.readsDatabase = false
    await loseAfter(copy.database, 2)
    await recogniseOrigin(copy.database)
    await log('other', 'ada', 'other')
    resolve()
    await expect.poll(() => reader.names).toEqual(['ada'])
    feed!.readsDatabase = true
    await expect.poll(() => reader.entries.map(({ seq }) => seq)).toEqual([1, 4])
    await reader.stop()
  },
)

describe('of one reader', () => {
  const follow = (reader: string) => Reader.follow(feed!, fromStart(feed!), { ...ownedBy('ada'), reader })
  let release: () => void
  beforeEach(async () => {
    await log('ada', 'other')
    await openFeed()
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    release = resolve
  })

  test('read one after another, and nobody else waits for them', async () => {
    const readers = [await follow('one'), await follow('one'), await follow('one'), await follow('another')]
    await expect.poll(() => begun).toBe(2)
    release()
    for (const reader of readers) await expect.poll(() => reader.names).toEqual(['ada'])
    expect({ begun, most }).toEqual({ begun: 4, most: 2 })
    await Promise.all(readers.map((reader) => reader.stop()))
  })

  test('do not read any more when they have ended before it was their turn', async () => {
    const [first, ...readers] = [await follow('one'), await follow('one'), await follow('one')]
    await expect.poll(() => begun).toBe(1)
    const ends = readers.map((reader) => reader.stop())
    release()
    await Promise.all(ends)
    expect(begun).toBe(1)
    await first.stop()
  })
})
