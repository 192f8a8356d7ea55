import { getEventListeners } from 'node:events'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../data/database.ts'
import { commitEvents, Reader, sequenceAll } from './events.fixture.ts'
import { Feed } from './feed.ts'
import { forgetEvents, LIFETIME } from './retention.ts'

let copy: TestDatabase
let database: Database
let feed: Feed
beforeEach(async () => {
  copy = await copyDatabase()
  database = copy.database
  feed = await openFeed()
})
afterEach(async () => {
  vi.useRealTimers()
  await feed.close()
  await copy.drop()
})

const report = (error: unknown) => {
  throw error
}
const openFeed = () => Feed.open({ database, report })
const numbered = (count: number, prefix = 'e') => Array.from({ length: count }, (_, nth) => `${prefix}${nth}`)

async function log(...names: string[]): Promise<void> {
  await commitEvents(database, ...names)
  await sequenceAll(database)
  feed.wake()
}

async function reads(reader: Reader, names: string[]): Promise<void> {
  await expect.poll(() => reader.names).toEqual(names)
}

/** Forgets everything that is in the log. */
const forgetAll = async () => {
  while (await forgetEvents(database, Date.parse('2026-11-21T09:30:00.001Z') + LIFETIME));
}

test('without a cursor a follower gets what happens from then on', async () => {
  await log('before')
  await expect.poll(() => feed.cursor).toMatch(/:1$/)
  const reader = await Reader.follow(feed)
  await log('a')
  await log('b')
  await reads(reader, ['a', 'b'])
  await reader.stop()
})

test('an entry says what the event was, and where it stands', async () => {
  const reader = await Reader.follow(feed)
  await log('a')
  await reads(reader, ['a'])
  const [entry] = reader.entries
  const epoch = feed.cursor.split(':')[0]
  expect(entry).toMatchObject({
    seq: 1,
    cursor: `${epoch}:1`,
    id: expect.toBeId('evt'),
    event: 'user.created',
    user_id: 'a',
    created_at: '2026-11-21T09:30:00.000Z',
    api_version: '1',
    actor: null,
    json: '{"id":"a"}',
    data: { id: 'a' },
  })
  expect(feed.cursor).toBe(entry!.cursor)
  await reader.stop()
})

test('from a cursor a follower gets what came after it, however long ago, and then what happens', async () => {
  const names = numbered(5_000)
  await log(...names)
  await expect.poll(() => feed.cursor).toMatch(/:5000$/)
  const epoch = feed.cursor.split(':')[0]
  const readers = await Promise.all(
    [0, 1, 2_999, 3_000, 4_999, 5_000].map((seq) => Reader.follow(feed, `${epoch}:${seq}`)),
  )
  await log('new')
  for (const [index, from] of [0, 1, 2_999, 3_000, 4_999, 5_000].entries()) {
    expect(readers[index]!.subscription).toMatchObject({ reset: false, cursor: `${epoch}:${from}` })
    await reads(readers[index]!, [...names.slice(from), 'new'])
    await readers[index]!.stop()
  }
})

test('followers share one entry, and one text of it', async () => {
  const [one, two] = [await Reader.follow(feed), await Reader.follow(feed)]
  await log('a')
  await reads(one, ['a'])
  await reads(two, ['a'])
  expect(two.entries[0]).toBe(one.entries[0])
  await one.stop()
  await two.stop()
})

test('a follower that does not read holds nothing up, and misses nothing', async () => {
  const slow = (await feed.subscribe()).batches[Symbol.asyncIterator]()
  const quick = await Reader.follow(feed)
  const names = numbered(3_000)
  for (let start = 0; start < names.length; start += 500) await log(...names.slice(start, start + 500))
  await reads(quick, names)
  const read: string[] = []
  while (read.length < names.length)
    read.push(...(await slow.next()).value.map(({ data }: { data: { id: string } }) => data.id))
  expect(read).toEqual(names)
  await quick.stop()
})

test('a cursor that another process has told of is followed, although this one has not read so far', async () => {
  const other = await openFeed()
  await feed.close()
  await log('a', 'b')
  await expect.poll(() => other.cursor).toMatch(/:2$/)
  const { reset, cursor } = await feed.subscribe({ after: other.cursor })
  expect({ reset, cursor }).toEqual({ reset: false, cursor: other.cursor })
  await other.close()
})

test('the cursor of an entry that was read is followed without another look at the log', async () => {
  const query: Database['query'] = (...call) =>
    call[0].name === 'event log state' && isRead ? new Promise(() => {}) : database.query(...call)
  let isRead = false
  await feed.close()
  feed = await Feed.open({ database: { ...database, query }, report })
  const reader = await Reader.follow(feed)
  await log('a')
  await reads(reader, ['a'])
  isRead = true
  expect(await feed.subscribe({ after: reader.cursor })).toMatchObject({ reset: false, cursor: reader.cursor })
  await reader.stop()
})

test('what is no cursor is refused', async () => {
  const texts = [
    '',
    'x',
    ':1',
    'epoch',
    'epoch:',
    'epoch:-1',
    'epoch:01',
    'epoch:1.5',
    ' epoch:1',
    'epoch:9999999999999999',
  ]
  for (const after of texts)
    await expect(feed.subscribe({ after })).rejects.toMatchObject({ code: 'invalid-parameters', status: 400 })
})

test('of another log, from beyond the end, or older than what is kept: the follower is told, and goes on live', async () => {
  await log('a', 'b', 'c')
  await expect.poll(() => feed.cursor).toMatch(/:3$/)
  const epoch = feed.cursor.split(':')[0]
  await forgetAll()
  await log('d')
  await expect.poll(() => feed.cursor).toMatch(/:4$/)
  for (const after of ['another:1', `${epoch}:5`, `${epoch}:2`, `${epoch}:0`]) {
    const reader = await Reader.follow(feed, after)
    expect(reader.subscription).toMatchObject({ reset: true, cursor: `${epoch}:4` })
    await reader.stop()
  }
  const kept = await Reader.follow(feed, `${epoch}:3`)
  expect(kept.subscription).toMatchObject({ reset: false, cursor: `${epoch}:3` })
  const reset = await Reader.follow(feed, `another:1`)
  await log('e')
  await reads(reset, ['e'])
  await reads(kept, ['d', 'e'])
  await Promise.all([kept.stop(), reset.stop()])
})

test('a follower that is overtaken by deletion is told, and given no entry after the gap', async () => {
  await log(...numbered(4_000))
  await expect.poll(() => feed.cursor).toMatch(/:4000$/)
  const { batches } = await feed.subscribe({ after: feed.cursor.replace(/\d+$/, '0') })
  const iterator = batches[Symbol.asyncIterator]()
  await iterator.next()
  await forgetAll()
  await expect(iterator.next()).rejects.toMatchObject({ code: 'cursor-expired', status: 410 })
})

test('when the log is replaced by another one, every follower is told', async () => {
  await log('a', 'b')
  await expect.poll(() => feed.cursor).toMatch(/:2$/)
  const reader = await Reader.follow(feed)
  await database.query({ text: `update event_log set epoch = 'restored', head = 1` })
  await expect.poll(() => feed.cursor).toBe('restored:1')
  await expect(reader.stop()).rejects.toMatchObject({ code: 'cursor-expired' })
})

test('closing ends every follower, and so does its signal', async () => {
  const stopping = new AbortController()
  const ends = async (batches: AsyncIterable<unknown>) => {
    for await (const _ of batches);
    return 'ended'
  }
  const [one, two] = [await feed.subscribe({ signal: stopping.signal }), await feed.subscribe()]
  const over = [ends(one.batches), ends(two.batches)]
  stopping.abort()
  expect(await over[0]).toBe('ended')
  await feed.close()
  expect(await over[1]).toBe('ended')
})

test('who has only asked from where the log can be followed is not told of it', async () => {
  const { signal } = new AbortController()
  await feed.subscribe({ signal })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an error of the database is told, and the feed goes on after it', async () => {
  const told: unknown[] = []
  let isDown = false
  const query: Database['query'] = (...call) => (isDown ? Promise.reject(new Error('down')) : database.query(...call))
  const shaky = await Feed.open({ database: { ...database, query }, report: (error) => told.push(error) })
  const reader = await Reader.follow(shaky)
  isDown = true
  await log('a')
  await expect.poll(() => told).not.toEqual([])
  isDown = false
  await reads(reader, ['a'])
  await reader.stop()
  await shaky.close()
})

test.runIf(onPostgres)(
  'news of another process arrive by LISTEN, without a look at the log that comes by itself',
  async () => {
    await feed.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    feed = await openFeed()
    const reader = await Reader.follow(feed)
    for (const name of numbered(10)) {
      await log(name)
      while (reader.names.at(-1) !== name) {
        vi.advanceTimersByTime(0)
        await new Promise(setImmediate)
      }
    }
    expect(reader.names).toEqual(numbered(10))
    await reader.stop()
  },
)

test('followers that stand at one place are given one and the same batch', async () => {
  const followers = await Promise.all([feed.subscribe(), feed.subscribe()])
  const first = followers.map(async ({ batches }) => {
    for await (const batch of batches) return batch
    return undefined
  })
  await log('a', 'b')
  const [one, other] = await Promise.all(first)
  expect(one?.map(({ data }) => data.id)).toEqual(['a', 'b'])
  expect(other).toBe(one)
})

describe('an event that is looked for', () => {
  const places = () => database.query<{ seq: number; id: string }>({ text: 'select seq, id from events order by seq' })

  test('is the entry that was read, or is read for all who ask at the same time', async () => {
    await log('a')
    await expect.poll(() => feed.cursor).toMatch(/:1$/)
    const reader = await Reader.follow(feed, feed.cursor.replace(/1$/, '0'))
    await reads(reader, ['a'])
    await commitEvents(database, 'b')
    await feed.close()
    await sequenceAll(database)
    const [a, b] = (await places()) as [{ seq: number; id: string }, { seq: number; id: string }]
    const [one, another] = await Promise.all([feed.find([a, b]), feed.find([b])])
    expect([...one.keys()]).toEqual([a.id, b.id])
    expect(one.get(a.id)).toBe(reader.entries[0])
    expect(another.get(b.id)).toBe(one.get(b.id))
    await reader.stop()
  })

  test('is no other that has its place, and is left out where it is deleted', async () => {
    await log('a')
    await expect.poll(() => feed.cursor).toMatch(/:1$/)
    await database.query({ text: `update events set id = 'evt_of_another_log'` })
    const found = await feed.find([{ seq: 1, id: 'evt_of_another_log' }])
    expect([...found.keys()]).toEqual(['evt_of_another_log'])
    expect(await feed.find([{ seq: 2, id: 'evt_deleted' }])).toEqual(new Map())
  })
})
