import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, constants, type ServerHttp2Stream } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { listenRequest } from '@roster/test/mcp'
import { addressOf, Socket } from '@roster/test/realtime'
import type { RealtimeOptions } from '../connections/connections.ts'
import { type Service, startService } from '@roster/test/service'
import { afterEach, expect, test } from 'vitest'
import { tlsOptions } from '../server/tls.ts'

// What ends while it is being opened.

let service: Service
let url: string
let letIn: () => void
let taken: number
afterEach(() => {
  // A server of HTTP/2 has no such method.
  service.app.server.closeAllConnections?.()
  return service.stop()
})

/** A service that lets nobody in to a connection until it is told to. */
async function start(options: { tls?: ReturnType<typeof tlsOptions> } = {}): Promise<Record<string, string>> {
  const gate = new Promise<void>((resolve) => (letIn = resolve))
  taken = 0
  const take = async () => {
    taken++
    await gate
    return () => void taken--
  }
  service = await startService({ ...options, mcp: true, realtime: { limit: { take } } })
  url = await addressOf(service.app)
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Key', role: 'admin', scopes: ['read:events'] })
  return { 'x-api-key': secret }
}

/** Begins to stop the service once somebody waits to be let in. */
async function stopMeanwhile(): Promise<void> {
  await expect.poll(() => taken).toBe(1)
  void service.app.close()
  await expect
    .poll(() =>
      fetch(`${url}/livez`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  letIn()
}

test('a stream that is opened while the service stops is 503', async () => {
  const headers = await start()
  const answer = fetch(`${url}/events`, { headers })
  await stopMeanwhile()
  const { status, headers: sent } = await answer
  expect({ status, wait: sent.get('retry-after') }).toEqual({ status: 503, wait: '1' })
  expect(taken).toBe(0)
})

test('a socket that is opened while the service stops is closed with 1001', async () => {
  const headers = await start()
  const opening = Socket.open(`${url}/ws`, headers)
  await stopMeanwhile()
  const socket = await opening
  expect(await socket.closed).toEqual([1001, 'unavailable'])
  expect(taken).toBe(0)
})

const LISTEN = listenRequest('roster://users/usr_01KAJQ7W5M8XV2R4T6Y9B3D501')

test.skipIf(!hasOpenssl)('nor does one over HTTP/2 that has gone before it was let in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-ending-'))
  const { cert, key } = certificateFor('localhost', folder).files
  const headers = await start({ tls: tlsOptions(cert, key) })
  const session = connect(url.replace('http:', 'https:'), { rejectUnauthorized: false })
  const arriving = once(service.app.server, 'stream') as Promise<[ServerHttp2Stream]>
  const stream = session.request({ ':method': 'POST', ':path': '/mcp', ...headers, ...LISTEN.headers })
  stream.on('error', () => {}).end(LISTEN.body)
  const [atServer] = await arriving
  await expect.poll(() => taken).toBe(1)
  stream.close(constants.NGHTTP2_CANCEL)
  await expect.poll(() => atServer.destroyed).toBe(true)
  letIn()
  await expect.poll(() => taken).toBe(0)
  session.destroy()
  rmSync(folder, { recursive: true })
})

test('an agent that has gone before it was let in leaves no place taken', async () => {
  const headers = await start()
  const leaving = new AbortController()
  const answer = fetch(`${url}/mcp`, {
    ...LISTEN,
    signal: leaving.signal,
    headers: { ...headers, ...LISTEN.headers },
  })
  await expect.poll(() => taken).toBe(1)
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  const { server } = service.app
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
  letIn()
  await expect.poll(() => taken).toBe(0)
})

test('subscriptions that are stopped before they have begun take no places of a socket', async () => {
  let [known, asked] = [() => {}, 0]
  const gate = new Promise<void>((resolve) => (known = resolve))
  const current: RealtimeOptions['current'] = async (principal) => {
    asked++
    await gate
    return principal
  }
  service = await startService({ realtime: { current } })
  url = await addressOf(service.app)
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Key', role: 'admin', scopes: ['read:events'] })
  const socket = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
  const subscribe = (id: number) => socket.say({ id, method: 'subscription', params: { path: 'events.subscribe' } })
  const fifty = Array.from({ length: 50 }, (_, index) => index + 1)
  for (const id of fifty) subscribe(id)
  await expect.poll(() => asked).toBeGreaterThanOrEqual(50)
  for (const id of fifty) socket.say({ id, method: 'subscription.stop' })
  // Once this is answered, what came before has been read.
  socket.say({ id: 99, method: 'query', params: { path: 'nothing' } })
  await expect.poll(() => socket.received).toContainEqual(expect.objectContaining({ id: 99 }))
  known()
  subscribe(51)
  const begun = expect.objectContaining({ id: 51, result: { type: 'started' } })
  await expect.poll(() => socket.received).toContainEqual(begun)
  socket.raw.terminate()
})

test('subscriptions that are refused take no places of a socket', async () => {
  service = await startService()
  url = await addressOf(service.app)
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Key', role: 'admin', scopes: ['read:events'] })
  const socket = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
  const subscribe = (id: number, input: object) =>
    socket.say({ id, method: 'subscription', params: { path: 'events.subscribe', input } })
  const answer = async (id: number, what: object) => {
    await expect.poll(() => socket.received).toContainEqual(expect.objectContaining({ id, ...what }))
  }
  for (let id = 1; id <= 50; id++) {
    subscribe(id, { after: 'none' })
    await answer(id, { error: expect.anything() })
    service.clock.advance(1_000)
  }
  subscribe(51, {})
  await answer(51, { result: { type: 'started' } })
  socket.raw.terminate()
})
