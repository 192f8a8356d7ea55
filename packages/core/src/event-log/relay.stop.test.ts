import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Broker, BrokerListener } from './broker.ts'
import { Relay } from './relay.ts'

// The end of a relay, before a broker and a feed that do what the test says.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(append: Broker['append']) {
  let listener!: BrokerListener
  const broker: Broker = { capacity: 1_000, follow: (_, one) => void (listener = one), append, close: async () => {} }
  const end = { epoch: 'a', seq: 0 }
  const feed = {
    end,
    state: { epoch: 'a', earlier: [], head: 0, kept_from: 1 },
    wake: () => {},
    hasLooked: () => true,
    offer: () => 'past',
    subscribe: async () => ({ cursor: 'a:0', reset: false, batches: (async function* () {})() }),
  }
  const relay = new Relay({ broker, feed: feed as never, log: 'log', onSource: () => {}, report: () => {} })
  return { relay, listener }
}

test('who is closed waits for nothing, whatever the broker tells', async () => {
  const { relay, listener } = start(async () => undefined)
  listener.onJoined(0)
  expect(vi.getTimerCount()).toBe(1)
  await relay.close()
  listener.onLost()
  listener.onJoined(3)
  listener.onMessage('{}', 4)
  expect(vi.getTimerCount()).toBe(0)
})

test('who is closed has ended when what it publishes has', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const append = vi.fn<Broker['append']>(() => promise)
  const { relay, listener } = start(append)
  listener.onJoined(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(append).toHaveBeenCalledOnce()
  const ended: string[] = []
  const closing = relay.close().then(() => ended.push('relay'))
  await vi.advanceTimersByTimeAsync(1_000)
  ended.push('message')
  resolve(1)
  await closing
  expect(ended).toEqual(['message', 'relay'])
})
