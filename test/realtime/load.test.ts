import { once } from 'node:events'
import { connect, type Socket as TcpSocket } from 'node:net'
import { memoryConnectionLimit } from '@roster/gateway'
import { newId } from '@roster/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf, settled, Socket, Stream, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let url: string
let secret: string
beforeEach(async () => {
  service = await startService({ realtime: { limit: memoryConnectionLimit(1_000) } })
  url = await addressOf(service.app)
  const key = { name: 'Load', role: 'admin', scopes: ['read:events'] }
  secret = (await service.admin.rest('POST /v1/api-keys', key)).body.secret
  await settled(service)
})
afterEach(() => service.stop())

/** Commits an event of many bytes. */
async function commit(bytes: number): Promise<void> {
  const time = service.clock.now()
  const [id, user] = [newId('evt', time), newId('usr', time)]
  const values = [id, user, JSON.stringify({ id: user, name: 'x'.repeat(bytes) }), new Date(time).toISOString()]
  const text = `insert into events (id, event, user_id, data, created_at) values ($1, 'user.created', $2, $3, $4)`
  await service.database.query({ text }, values)
}

/** A subscriber that counts what it is pushed and keeps nothing of it. */
async function counter(): Promise<{ count: () => number; socket: Socket }> {
  const socket = await Socket.open(`${url}/ws`, { 'x-api-key': secret })
  await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  let count = 0
  socket.raw.removeAllListeners('message')
  socket.raw.on('message', () => count++)
  return { count: () => count, socket }
}

async function stoppedStream(): Promise<TcpSocket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET /events HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n\r\n`)
  await once(socket, 'data')
  return socket.pause()
}

async function stoppedSocket(): Promise<Socket> {
  const { socket } = await counter()
  socket.raw.pause()
  return socket
}

async function stoppedSubscription(): Promise<Socket> {
  const socket = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
  socket.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe', input: {} } })
  await until(() => (socket.received.length > 0 ? true : undefined))
  socket.raw.pause()
  return socket
}

test('clients that stop reading are dropped at 1 MiB, and fifty others get everything meanwhile', async () => {
  const others = await Promise.all(Array.from({ length: 50 }, counter))
  await stoppedStream()
  const slow = [await stoppedSocket(), await stoppedSubscription()]
  let sent = 0
  while (service.counters.slowReaders < 3 && sent < 200) {
    await commit(256 * 1_024)
    sent++
    await until(() => (others.every(({ count }) => count() === sent) ? true : undefined))
  }
  expect(service.counters.slowReaders).toBe(3)
  expect(service.counters.open).toMatchObject({ sse: 0, websocket: 50, 'trpc-websocket': 0 })
  for (const socket of slow) {
    socket.raw.resume()
    expect((await socket.closed)[0]).toBe(1008)
  }
}, 60_000)

test('a reader that is far behind is waited for, and gets everything', async () => {
  const { feed } = await service.startEventLog()
  const after = feed.cursor
  for (let nth = 0; nth < 20; nth++) await commit(512 * 1_024)
  await settled(service)
  const stream = await Stream.open(`${url}/events?after=${after}`, { 'x-api-key': secret })
  expect(await stream.received(20)).toHaveLength(20)
  stream.close()
  const trpc = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
  trpc.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe', input: { after } } })
  await until(() => (trpc.received.length === 21 ? true : undefined))
  expect(service.counters.slowReaders).toBe(0)
}, 30_000)

test('when the service stops every socket is closed with 1001 and every stream ends, also of clients that do not answer', async () => {
  const headers = { 'x-api-key': secret }
  const sockets = await Promise.all(
    Array.from({ length: 200 }, (_, nth) => Socket.open(`${url}${nth % 2 ? '/ws' : '/trpc'}`, headers)),
  )
  for (const [nth, socket] of sockets.entries())
    if (nth % 2) socket.say({ type: 'subscribe', channel: 'users' })
    else socket.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe' } })
  const streams = await Promise.all(Array.from({ length: 50 }, () => Stream.open(`${url}/events`, headers)))
  await until(() => (sockets.every(({ received }) => received.length > 0) ? true : undefined))
  const silent = await stoppedSocket()

  const start = performance.now()
  await service.app.close()
  expect(performance.now() - start).toBeLessThan(10_000)
  const closes = await Promise.all(sockets.map(({ closed }) => closed))
  expect(new Set(closes.map(([code]) => code))).toEqual(new Set([1001]))
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => undefined))
  expect(service.counters.open).toEqual({ sse: 0, websocket: 0, 'trpc-sse': 0, 'trpc-websocket': 0 })
  silent.raw.terminate()
}, 30_000)
