import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NOBODY } from '@roster/core/contract'
import type { Feed, Notice } from '@roster/core/server'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveConnection, SlowReader } from './connection.ts'
import { Connections } from './connections.ts'
import { CHECK_INTERVAL } from './credential-watch.ts'
import { memoryConnectionLimit } from './limit.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Takes nothing until the signal is aborted. */
const never = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

function withUnsent(bytes: number, drain = never): LiveConnection {
  const connection = new LiveConnection({} as never, NOBODY, async () => NOBODY)
  connection.outlet = { unsent: () => bytes, drain }
  return connection
}

/** What has become of waiting for a reader. */
function outcomeOf(connection: LiveConnection): { isOver?: true; error?: unknown } {
  const outcome: ReturnType<typeof outcomeOf> = {}
  void connection.drained().then(
    () => (outcome.isOver = true),
    (error: unknown) => (outcome.error = error),
  )
  return outcome
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
        hasPassed: false,
        batches: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) },
      }
    },
  }
  const connection = new LiveConnection(feed, { ...NOBODY, id: 'key_1' }, async () => NOBODY)
  await connection.feed.subscribe({ after: 'a:0' })
  await connection.share(undefined).feed.subscribe()
  expect(readers).toEqual([{ after: 'a:0', reader: 'key_1' }, { reader: 'key_1' }])
})

test('a reader that is behind is waited for, and is too slow when it takes nothing for ten seconds', async () => {
  await withUnsent(65_536).drained()
  await withUnsent(65_537, async () => {}).drained()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const outcome = outcomeOf(withUnsent(65_537))
  vi.advanceTimersByTime(9_999)
  await nextTurn()
  expect(outcome).toEqual({})
  vi.advanceTimersByTime(1)
  await nextTurn()
  expect(outcome).toEqual({ error: expect.any(SlowReader) })
})

/** How much is kept for the abort of a signal: listeners, and signals that `AbortSignal.any` has made of it. */
function keptFor(signal: AbortSignal): number {
  const name = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals')
  const { size = 0 } = (name && Reflect.get(signal, name)) ?? {}
  return getEventListeners(signal, 'abort').length + size
}

test('parts that are closed and waits that are over leave nothing at a connection', async () => {
  const connection = withUnsent(65_537, async () => {})
  for (let nth = 0; nth < 10; nth++) {
    await connection.drained()
    connection.share(new AbortController().signal).close()
  }
  expect(keptFor(connection.signal)).toBe(0)
})

test('a part of a connection ends with the connection, with its own signal, and by itself', () => {
  const connection = withUnsent(0)
  const caller = new AbortController()
  const [closed, stopped, left] = [
    connection.share(undefined),
    connection.share(caller.signal),
    connection.share(undefined),
  ]
  closed.close()
  caller.abort('stopped')
  expect([closed, stopped, left, connection].map(({ signal }) => signal.aborted)).toEqual([true, true, false, false])
  connection.end('over')
  expect([stopped, left].map(({ signal }) => signal.reason)).toEqual(['stopped', 'over'])
  expect(connection.share(undefined).signal.reason).toBe('over')
})

test('a reader that goes while it is waited for was not too slow', async () => {
  const connection = withUnsent(65_537)
  const outcome = outcomeOf(connection)
  await nextTurn()
  expect(outcome).toEqual({})
  connection.close()
  await nextTurn()
  expect(outcome).toEqual({ isOver: true })
})

test('who opened a connection is asked for as long as it is open', async () => {
  vi.useFakeTimers()
  const current = vi.fn<() => Promise<typeof NOBODY>>(async () => NOBODY)
  const options = { feed: {}, channels: {}, messages: { onNotice: () => {} }, limit: memoryConnectionLimit(1), current }
  const connections = new Connections(options as never, async () => NOBODY, [])
  const needs = { name: 'A stream', scope: 'any' }
  const connection = await connections.open({} as never, NOBODY, { kind: 'stream', transport: 'sse', needs })
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL)
  connection.close()
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL)
  expect(current).toHaveBeenCalledTimes(1)
})

test('a part of a connection has its caller as it is by now', () => {
  const connection = withUnsent(0)
  const part = connection.share(undefined)
  connection.principal = { ...NOBODY, name: 'Grace' }
  expect(part.principal).toBe(connection.principal)
})

test('a connection that has ended is told nothing', async () => {
  const told: string[] = []
  const listeners: ((notice: Notice) => void)[] = []
  const messages = { onNotice: (call: (notice: Notice) => void) => listeners.push(call) }
  const options = { feed: { cursor: 'a:1' }, channels: {}, messages, limit: memoryConnectionLimit(2) }
  const connections = new Connections(options as never, async () => NOBODY, [])
  const needs = { name: 'A stream', scope: 'any' }
  const open = async (name: string) => {
    const principal = { ...NOBODY, scopes: new Set(['read:events']) }
    const connection = await connections.open({} as never, principal, { kind: 'stream', transport: 'sse', needs })
    connection.notify = ({ cursor }) => void told.push(`${name} at ${cursor}`)
    return connection
  }
  const [one, other] = [await open('one'), await open('other')]
  one.close()
  for (const tell of listeners) tell({ scope: 'read:events', notification: 'reset', details: {} })
  other.close()
  expect(told).toEqual(['other at a:1'])
})
