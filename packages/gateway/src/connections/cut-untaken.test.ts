import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listenRequest } from '@roster/test/mcp'
import { PATIENCE } from '@roster/test/patience'
import { addressOf } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cutUntaken } from './cut-untaken.ts'

// Clients that do not take the end of a stream.

let service: Service
let url: string
let headers: Record<string, string>
let isCurrent = true
beforeAll(async () => {
  service = await startService({
    mcp: true,
    realtime: { checkInterval: 20, current: async (principal) => (isCurrent ? principal : undefined) },
  })
  url = await addressOf(service.app)
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Key', role: 'admin', scopes: ['read:events'] })
  headers = { 'x-api-key': secret }
})
afterAll(() => service.stop())

const open = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(url + path, { ...init, headers: { ...headers, ...init.headers } })

const ways = {
  'server-sent events': () => open('/events'),
  tRPC: () => open('/trpc/events.subscribe?input={}'),
  MCP: () => open('/mcp', listenRequest('roster://users/usr_01KAJQ7W5M8XV2R4T6Y9B3D501')),
}

/** Waits for a condition by turns of the event loop, since no timer runs while timers are fake. */
async function turnsUntil(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE; !condition() && Date.now() < end;) await nextTurn()
  expect(condition()).toBe(true)
}

test.each(Object.entries(ways))(
  'a stream over %s whose end is not taken is cut after five seconds',
  async (_, begin) => {
    isCurrent = true
    const response = await begin()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const ends: string[] = []
    void response.text().then(
      () => ends.push('ended'),
      () => ends.push('cut'),
    )
    const untaken = vi.spyOn(ServerResponse.prototype, 'end').mockReturnThis()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      isCurrent = false
      await turnsUntil(() => Object.values(service.counters.open).every((count) => count === 0))
      vi.advanceTimersByTime(4_999)
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      expect(ends).toEqual([])
      vi.advanceTimersByTime(1)
      await turnsUntil(() => ends.length > 0)
      expect(ends).toEqual(['cut'])
    } finally {
      vi.useRealTimers()
      untaken.mockRestore()
      service.app.server.closeAllConnections()
    }
  },
)

test('a stream over HTTP/2 that its client leaves is kept by no timer', async () => {
  const own = new AbortController()
  const left = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.once('close', () => {
      own.abort()
      left.resolve()
    })
    cutUntaken(response as unknown as ServerResponse, own.signal)
    response.write('data')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = session.request()
  await once(stream, 'response')
  // The service has timers of its own.
  const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  try {
    stream.close()
    await left.promise
    const timers = set.mock.results.filter((_, nth) => set.mock.calls[nth]![1] === 5_000)
    expect(timers).toHaveLength(1)
    expect(cleared.mock.calls.map(([timer]) => timer)).toContain(timers[0]!.value)
  } finally {
    set.mockRestore()
    cleared.mockRestore()
    session.destroy()
    server.close()
  }
})
