import { NOBODY } from '@roster/core/contract'
import type { Feed } from '@roster/core/server'
import { expect, test } from 'vitest'
import { LiveConnection, SlowReader } from './connection.ts'

function withUnsent(bytes: number): LiveConnection {
  const connection = new LiveConnection({} as never, NOBODY, async () => NOBODY)
  connection.outlet = { unsent: () => bytes, drain: async () => {} }
  return connection
}

test('a reader may leave a mebibyte unsent, and with one byte more it is too slow', () => {
  expect(() => withUnsent(1_048_576).requireRoom()).not.toThrow()
  expect(() => withUnsent(1_048_577).requireRoom()).toThrow(SlowReader)
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
