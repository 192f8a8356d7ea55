import { NOBODY } from '@roster/core/contract'
import type { Feed } from '@roster/core/server'
import { expect, test } from 'vitest'
import { LiveConnection, MAX_UNSENT, SlowReader } from './connection.ts'

function withUnsent(bytes: number): LiveConnection {
  const connection = new LiveConnection({} as never, NOBODY, async () => NOBODY)
  connection.outlet = { unsent: () => bytes, drain: async () => {} }
  return connection
}

test('a reader may leave as many bytes unsent as there is room for, and one more is too slow', () => {
  expect(() => withUnsent(MAX_UNSENT).requireRoom()).not.toThrow()
  expect(() => withUnsent(MAX_UNSENT + 1).requireRoom()).toThrow(SlowReader)
})

test('the log is followed in the name of the caller', async () => {
  const readers: unknown[] = []
  const feed: Pick<Feed, 'cursor' | 'subscribe'> = {
    cursor: 'a:1',
    async subscribe(options) {
      readers.push(options)
      return {
        cursor: 'a:1',
        reset: false,
        batches: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) },
      }
    },
  }
  const connection = new LiveConnection(feed, { ...NOBODY, id: 'key_1' }, async () => NOBODY)
  await connection.feed.subscribe({ after: 'a:0' })
  await connection.share(undefined).feed.subscribe()
  expect(readers).toEqual([{ after: 'a:0', reader: 'key_1' }, { reader: 'key_1' }])
})
