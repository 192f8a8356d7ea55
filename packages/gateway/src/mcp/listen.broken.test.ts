import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NOBODY } from '@roster/core/contract'
import { expect, test, vi } from 'vitest'
import { Connections } from '../connections/connections.ts'
import { listen } from './listen.ts'

const EVENTS = 'read:events'

test('a stream of an agent that breaks is ended and told of, and harms nobody', async () => {
  const principal = { ...NOBODY, id: 'key_x', scopes: new Set([EVENTS]), owner: null }
  const feed = { cursor: 'x:0', subscribe: async () => ({ cursor: 'x:0', batches: [] }) }
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
  const broken = new Error('It broke.')
  const frames = new ReadableStream({ pull: (controller) => controller.error(broken) })
  const response = new Response(frames, { headers: { 'content-type': 'text/event-stream' } })
  const listening = {
    request: { raw: incoming, log },
    reply: { raw, getHeaders: () => ({}), hijack() {} },
    context: { admit: async () => principal },
    uris: new Set(['roster://users/x']),
    answer: () => ({ protocol: { close: async () => {} }, response: Promise.resolve(response) }),
  }
  const followed = { connections, channels: { scope: EVENTS, maySee: () => true }, resources: {} }

  await listen(listening as never, followed as never)
  await expect.poll(() => raw.destroyed).toBe(true)
  expect(log.error).toHaveBeenCalledWith({ err: broken }, 'A stream of an agent was ended')
  await expect.poll(() => connections.counters.open.mcp).toBe(0)
})
