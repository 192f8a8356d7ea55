import { once } from 'node:events'
import { connect, type Socket as TcpSocket } from 'node:net'
import { memoryConnectionLimit } from '@roster/gateway'
import { newId } from '@roster/core/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf, settled, Socket, Stream, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let url: string
let secret: string
beforeEach(async () => {
  service = await startService({ realtime: { limit: memoryConnectionLimit(1_000) } })
  url = await addressOf(service.app)
  ;({ secret } = await service.admin.sdk.apiKeys.create({
    name: 'Load',
    role: 'admin',
    scopes: ['read:events', 'read:users', 'read:orders'],
  }))
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

/** Where the cursor of a push ends, in characters. */
const BEGINNING = 200

/** A subscriber that keeps the cursors of what it is pushed and nothing else. */
async function subscriber(): Promise<{ cursors: string[]; socket: Socket }> {
  const socket = await Socket.open(`${url}/ws`, { 'x-api-key': secret })
  await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  const cursors: string[] = []
  socket.raw.removeAllListeners('message')
  socket.raw.on('message', (data: Buffer) => {
    cursors.push(/"cursor":"([^"]+)"/.exec(data.toString('latin1', 0, BEGINNING))![1]!)
  })
  return { cursors, socket }
}

async function stoppedStream(): Promise<TcpSocket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET /events HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n\r\n`)
  await once(socket, 'data')
  return socket.pause()
}

async function stoppedSocket(): Promise<Socket> {
  const { socket } = await subscriber()
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

/** Commits large events until so many readers were too slow, and waits after each until it has come to the others. Returns how many. */
async function commitUntilDropped(slow: number, others: readonly { cursors: string[] }[]): Promise<number> {
  let sent = 0
  while (service.counters.slowReaders < slow && sent < 200) {
    await commit(256 * 1_024)
    sent++
    await until(() => (others.every(({ cursors }) => cursors.length === sent) ? true : undefined))
  }
  return sent
}

test('of two hundred sockets one stops reading: it is closed, and the others get everything', async () => {
  const { feed } = await service.startEventLog()
  const start = Number(feed.cursor.split(':')[1])
  const others = await Promise.all(Array.from({ length: 199 }, subscriber))
  const slow = await stoppedSocket()
  const sent = await commitUntilDropped(1, others)
  expect(service.counters.slowReaders).toBe(1)
  expect(service.counters.open.websocket).toBe(199)
  slow.raw.resume()
  expect(await slow.closed).toEqual([1008, 'slow'])
  const places = Array.from({ length: sent }, (_, nth) => start + 1 + nth)
  for (const { cursors } of others) expect(cursors.map((cursor) => Number(cursor.split(':')[1]))).toEqual(places)
})

test('clients of other transports that stop reading are dropped as well', async () => {
  const other = await subscriber()
  await stoppedStream()
  const slow = await stoppedSubscription()
  await commitUntilDropped(2, [other])
  expect(service.counters.slowReaders).toBe(2)
  expect(service.counters.open).toMatchObject({ sse: 0, websocket: 1, 'trpc-websocket': 0 })
  slow.raw.resume()
  expect((await slow.closed)[0]).toBe(1008)
})

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
})

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
  expect(service.counters.open).toEqual({ sse: 0, websocket: 0, 'trpc-sse': 0, 'trpc-websocket': 0, mcp: 0 })
  silent.raw.terminate()
})
