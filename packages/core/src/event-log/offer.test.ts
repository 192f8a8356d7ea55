import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { commitEvents, Reader, sequenceAll } from './events.fixture.ts'
import { Feed } from './feed.ts'
import type { LogPage } from './log-page.ts'
import { readOn } from './read-on.ts'

// Pages of the log that another process has read.

let copy: TestDatabase
let feed: Feed
/** What a read of the log waits for, and how many have begun. */
let held: Promise<void> | undefined
let begun = 0
beforeEach(async () => {
  copy = await copyDatabase()
  const report = (error: unknown) => {
    throw error
  }
  feed = await Feed.open({ database: { ...copy.database, query }, report })
})
afterEach(async () => {
  held = undefined
  await feed.close()
  await copy.drop()
})

const query: Database['query'] = async (...call) => {
  if (call[0].name !== 'event log after a place') return copy.database.query(...call)
  begun++
  await held
  return copy.database.query(...call)
}

/** Commits events, and returns pages of the whole log: from which place on, and to which. */
async function pagesOf(...names: string[]): Promise<(after: number, end: number) => LogPage> {
  await commitEvents(copy.database, ...names)
  await sequenceAll(copy.database)
  const { log, entries } = await readOn(copy.database.query, 0)
  return (after, end) => ({ after, log, entries: entries.slice(after, end) })
}

const start = () => feed.cursor.replace(/\d+$/, '0')

test('are taken where they go on from what is known, and of each no more than is new', async () => {
  const reader = await Reader.follow(feed)
  feed.readsDatabase = false
  const page = await pagesOf('a', 'b', 'c', 'd')
  expect(feed.offer(page(0, 2))).toBe('next')
  expect(feed.offer(page(1, 3))).toBe('next')
  expect(feed.offer(page(0, 2))).toBe('past')
  expect(feed.offer(page(3, 3))).toBe('next')
  expect(feed.offer({ ...page(4, 4), after: 4 })).toBe('gap')
  expect(feed.offer({ ...page(3, 4), log: { ...page(3, 4).log, epoch: 'another' } })).toBe('gap')
  await expect.poll(() => reader.names).toEqual(['a', 'b', 'c'])
  const other = await Reader.follow(feed, start())
  await expect.poll(() => other.names).toEqual(['a', 'b', 'c'])
  await Promise.all([reader.stop(), other.stop()])
})

test('that come while the same is read from the database are taken once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  begun = 0
  feed.wake()
  await expect.poll(() => begun).toBe(1)
  const page = await pagesOf('a', 'b')
  expect(feed.offer(page(0, 2))).toBe('next')
  resolve()
  await expect.poll(() => begun).toBeGreaterThan(1)
  const reader = await Reader.follow(feed, start())
  await pagesOf('c')
  await expect.poll(() => reader.names).toEqual(['a', 'b', 'c'])
  await reader.stop()
})
