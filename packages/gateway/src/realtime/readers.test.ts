import { once } from 'node:events'
import { connect, type Socket as TcpSocket } from 'node:net'
import { newId } from '@roster/core/contract'
import { addressOf, settled, Socket, Stream, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import type { ClientOptions } from 'ws'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Heartbeat } from './heartbeat.ts'

// Clients that take nothing, or have gone without a word.

let service: Service
let url: string
let headers: Record<string, string>
const sockets: Socket[] = []
const added = vi.spyOn(Heartbeat.prototype, 'add')
beforeAll(async () => {
  service = await startService()
  url = await addressOf(service.app)
  const scopes = ['read:events', 'read:users'] as const
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Ada', role: 'admin', scopes: [...scopes] })
  headers = { 'x-api-key': secret }
  await settled(service)
})
afterEach(async () => {
  service.app.server.closeAllConnections()
  for (const socket of sockets.splice(0)) socket.raw.terminate()
  await until(() => (Object.values(service.counters.open).every((count) => count === 0) ? true : undefined))
})
afterAll(() => service.stop())

const beat = () => (added.mock.contexts.at(-1) as Heartbeat).beat()

/** What a reader that takes nothing cannot be left: more than its connection and the network hold. */
const MUCH = 16 * 1_024 * 1_024

/** Commits an event of so many bytes that nobody is sent it who does not read. */
async function commitMuch(): Promise<void> {
  const time = service.clock.now()
  const [id, user] = [newId('evt', time), newId('usr', time)]
  const values = [id, user, JSON.stringify({ id: user, name: 'x'.repeat(MUCH) }), new Date(time).toISOString()]
  const text = `insert into events (id, event, user_id, data, created_at) values ($1, 'user.created', $2, $3, $4)`
  await service.database.query({ text }, values)
}

async function open(path: string, options: ClientOptions = {}): Promise<Socket> {
  const socket = await Socket.open(url + path, headers, options)
  sockets.push(socket)
  return socket
}

async function subscriber(): Promise<Socket> {
  const socket = await open('/ws')
  await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  return socket
}

async function rpcSubscriber(): Promise<Socket> {
  const socket = await open('/trpc')
  socket.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe', input: {} } })
  await until(() => (socket.received.length > 0 ? true : undefined))
  return socket
}

async function streamReader(): Promise<TcpSocket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET /events HTTP/1.1\r\nHost: x\r\nX-API-Key: ${headers['x-api-key']}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

test('who does not take what is sent is dropped: a socket is closed with 1008, and a stream is cut, which does not look like its end', async () => {
  const [socket, rpc, stream] = await Promise.all([subscriber(), rpcSubscriber(), streamReader()])
  let last = ''
  stream.on('data', (bytes: Buffer) => (last = bytes.toString('latin1')))
  const cut = new Promise((resolve) => stream.on('error', resolve).on('close', resolve))
  for (const reader of [socket.raw, rpc.raw, stream]) reader.pause()
  await commitMuch()
  await expect.poll(() => service.counters.slowReaders).toBe(3)
  for (const reader of [socket.raw, rpc.raw, stream]) reader.resume()
  expect(await socket.closed).toEqual([1008, 'slow'])
  expect((await rpc.closed)[0]).toBe(1008)
  await cut
  expect(last).not.toMatch(/0\r\n\r\n$/)
})

test('who does not take what others say is dropped too', async () => {
  const socket = await open('/ws')
  await socket.ask({ type: 'join' }, 'welcome')
  socket.raw.pause()
  const before = service.counters.slowReaders
  // Nobody else listens, and so many notifications would keep the embedded database, and with it this process, for seconds.
  const { query } = service.database
  const spy = vi
    .spyOn(service.database, 'query')
    .mockImplementation(async (statement, values) => (/pg_notify/.test(statement.text) ? [] : query(statement, values)))
  onTestFinished(() => spy.mockRestore())
  service.messages.publish({ channel: 'lobby', text: 'x'.repeat(MUCH), from: 'Ada' })
  await expect.poll(() => service.counters.slowReaders).toBe(before + 1)
  socket.raw.resume()
  expect(await socket.closed).toEqual([1008, 'slow'])
})

test('a stream is sent a comment at every heartbeat', async () => {
  const stream = await Stream.open(`${url}/events`, headers)
  const comments = () =>
    stream.frames.filter(({ comment, id, data }) => comment?.startsWith(':') && !id && !data).length
  await until(() => (stream.frames.length > 0 ? true : undefined))
  const before = comments()
  beat()
  await expect.poll(comments).toBe(before + 1)
  beat()
  await expect.poll(comments).toBe(before + 2)
  stream.close()
})

test('a stream that nothing is for goes on from the end of the log as it was at the last heartbeat', async () => {
  const stream = await Stream.open(`${url}/events?types=user.deleted`, headers)
  await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  await settled(service)
  beat()
  const { cursor } = (await service.startEventLog()).feed
  await expect.poll(() => stream.frames.at(-1)).toEqual({ id: cursor })
  stream.close()
})

test('a socket that has not answered a ping until the next heartbeat is ended; one that answers stays', async () => {
  const silent = await open('/ws', { autoPong: false })
  const alive = await open('/ws')
  beat()
  // When the second of these is answered, so is the ping.
  await alive.ask({ type: 'ping' }, 'pong')
  await alive.ask({ type: 'ping' }, 'pong')
  beat()
  expect((await silent.closed)[0]).toBe(1006)
  expect(await alive.ask({ type: 'ping' }, 'pong')).toEqual({ type: 'pong' })
  expect(service.counters.open.websocket).toBe(1)
})
