import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NOBODY } from '@roster/core/contract'
import { cursorExpired } from '@roster/core/server'
import type { ServerEventBus } from '@modelcontextprotocol/server'
import { expect, test, vi } from 'vitest'
import { Connections } from '../connections/connections.ts'
import { listen } from './listen.ts'

const EVENTS = 'read:events'
const URI = 'roster://users/x'
const CHANGED = [{ uri: URI }]

/** A stream of an agent that follows one record by this log, each of whose parts is what one subscription tells. */
async function follow(parts: readonly (() => AsyncGenerator)[], frames: ReadableStream = new ReadableStream()) {
  const principal = { ...NOBODY, id: 'key_x', scopes: new Set([EVENTS]), owner: null }
  const left = [...parts]
  const feed = { cursor: 'x:0', subscribe: async () => ({ cursor: 'x:0', batches: left.shift()?.() ?? [] }) }
  const connections = new Connections(
    {
      feed,
      channels: { scope: EVENTS, maySee: () => true },
      messages: { onNotice() {} },
      limit: { take: async () => () => {} },
    } as never,
    async () => principal,
    [],
  )
  const incoming = new IncomingMessage(new Socket())
  const raw = new ServerResponse(incoming)
  const log = { error: vi.fn<(details: object, message: string) => void>() }
  const told: unknown[] = []
  const request = { raw: incoming, log }
  const response = new Response(frames, { headers: { 'content-type': 'text/event-stream' } })
  const listening = {
    request,
    reply: { raw, getHeaders: () => ({}), hijack() {} },
    context: { admit: async () => principal },
    uris: new Set([URI]),
    answer(source: ServerEventBus) {
      // The official package begins once it has answered.
      queueMicrotask(() => source.subscribe((event) => void told.push(event)))
      return { protocol: { close: async () => {} }, response: Promise.resolve(response) }
    },
  }
  const resources = { changedBy: ({ uri }: { uri: string }) => [uri] }
  const followed = { connections, channels: { scope: EVENTS, maySee: () => true }, resources }
  await listen(listening as never, followed as never)
  return { raw, log, told, connections }
}

/** What an agent has yet to take, so many bytes. */
const unread = (bytes: number) =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) })

const told = (count: number) => Array.from({ length: count }, () => ({ kind: 'resource_updated', uri: URI }))

test('a stream of an agent that breaks is ended and told of, and harms nobody', async () => {
  const broken = new Error('It broke.')
  const { raw, log, connections } = await follow(
    [],
    new ReadableStream({ pull: (controller) => controller.error(broken) }),
  )
  await expect.poll(() => raw.destroyed).toBe(true)
  expect(log.error).toHaveBeenCalledWith({ err: broken }, 'A stream of an agent was ended')
  await expect.poll(() => connections.counters.open.mcp).toBe(0)
})

test('several changes of a record that come together are told once', async () => {
  const stream = await follow([
    async function* () {
      yield [...CHANGED, ...CHANGED]
      yield CHANGED
    },
  ])
  await expect.poll(() => stream.told.length).toBeGreaterThan(1)
  expect(stream.told).toEqual(told(2))
})

test('where the log cannot be followed any more, each record is named, and followed on', async () => {
  const stream = await follow([
    async function* () {
      yield* []
      throw cursorExpired()
    },
    async function* () {
      yield CHANGED
    },
  ])
  await expect.poll(() => stream.told.length).toBeGreaterThan(0)
  expect(stream.told).toEqual(told(2))
})

test('an agent that takes nothing is told no more until it does', async () => {
  const gate = Promise.withResolvers<void>()
  const stream = await follow(
    [
      async function* () {
        await gate.promise
        yield CHANGED
        yield CHANGED
      },
    ],
    unread(100_000),
  )
  await expect.poll(() => stream.raw.writableLength).toBeGreaterThan(99_999)
  gate.resolve()
  await expect.poll(() => stream.told.length).toBeGreaterThan(0)
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  expect(stream.told).toEqual(told(1))
  stream.raw.emit('drain')
  await expect.poll(() => stream.told.length).toBe(2)
})

test('one that leaves more than 1 MiB is cut, and counted with who reads too slowly', async () => {
  const gate = Promise.withResolvers<void>()
  const { raw, log, connections } = await follow(
    [
      async function* () {
        await gate.promise
        yield CHANGED
      },
    ],
    unread(1_100_000),
  )
  await expect.poll(() => raw.writableLength).toBeGreaterThan(1_099_999)
  gate.resolve()
  await expect
    .poll(() => {
      // Who reads on a little is too slow all the same.
      raw.emit('drain')
      return connections.counters.slowReaders
    })
    .toBe(1)
  expect([raw.destroyed, log.error.mock.calls]).toEqual([true, []])
})
