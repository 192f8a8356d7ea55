import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressOf, Socket, Stream, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Heartbeat } from './heartbeat.ts'
import { Rooms } from './rooms.ts'

// What is left of clients that have gone: nothing.

/** Those that are given a sign of life at every heartbeat. */
const beats = new Set<() => void>()
vi.spyOn(Heartbeat.prototype, 'add').mockImplementation((beat) => {
  beats.add(beat)
  return () => void beats.delete(beat)
})
const joined = vi.spyOn(Rooms.prototype, 'join')
const left = vi.spyOn(Rooms.prototype, 'leave')

/** The rooms in which somebody is. */
const rooms = () =>
  joined.mock.calls
    .filter(([room, member], nth) => {
      const since = joined.mock.invocationCallOrder[nth]!
      const isLater = (other: number) => left.mock.invocationCallOrder[other]! > since
      return !left.mock.calls.some(([one, who], other) => one === room && who === member && isLater(other))
    })
    .map(([room]) => room)
    .toSorted()

let service: Service
let url: string
let headers: Record<string, string>
beforeAll(async () => {
  service = await startService()
  url = await addressOf(service.app)
  const scopes = ['read:events', 'read:users'] as const
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Ada', role: 'admin', scopes: [...scopes] })
  headers = { 'x-api-key': secret }
})
afterEach(() => none())
afterAll(() => service.stop())

const none = () => until(() => (Object.values(service.counters.open).every((count) => count === 0) ? true : undefined))

test('who has gone is in no room, and is given no sign of life', async () => {
  const [socket, stream] = [await Socket.open(`${url}/ws`, headers), await Stream.open(`${url}/events`, headers)]
  await socket.ask({ type: 'join' }, 'welcome')
  await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  expect([rooms(), beats.size]).toEqual([['lobby', 'users'], 2])
  socket.raw.close()
  stream.close()
  await none()
  expect([rooms(), beats.size]).toEqual([[], 0])
})

/** Keeps the database from telling whose channel somebody subscribes to, until the returned function is called. */
function keepWaiting(): { letOn: () => void; isAsked: () => boolean } {
  const query = service.database.query.bind(service.database)
  const { promise, resolve } = Promise.withResolvers<void>()
  let isAsked = false
  const held = vi.spyOn(service.database, 'query').mockImplementation(async (...call) => {
    if (call[0].name !== 'owner of channel') return query(...call)
    isAsked = true
    await promise
    return query(...call)
  })
  const letOn = () => {
    held.mockRestore()
    resolve()
  }
  return { letOn, isAsked: () => isAsked }
}

/** Lets a socket subscribe to the channel of a user, whom the database does not tell until the returned function is called. */
async function waitingFor(socket: Socket, user: string): Promise<() => void> {
  const { letOn, isAsked } = keepWaiting()
  socket.say({ type: 'subscribe', channel: `users.${user}` })
  await expect.poll(isAsked).toBe(true)
  return letOn
}

test('the largest messages of a second wait for the database and are answered then; with more, the socket is closed', async () => {
  const { id } = await service.admin.sdk.users.create({ name: 'Ada', email: 'waiting@example.com', role: 'viewer' })
  const socket = await Socket.open(`${url}/ws`, headers)
  const largest = JSON.stringify({ type: 'ping' }).padEnd(65_536)
  const ping = async (count: number) => {
    for (let nth = 0; nth < count; nth++) socket.say(largest)
    socket.raw.ping()
    await once(socket.raw, 'pong')
    service.clock.advance(1_000)
  }
  const pongs = () => socket.received.filter(({ type }) => type === 'pong').length
  for (const answered of [20, 40]) {
    const letOn = await waitingFor(socket, id)
    for (const count of [10, 10]) await ping(count)
    letOn()
    await expect.poll(pongs).toBe(answered)
  }
  const letOn = await waitingFor(socket, id)
  for (const count of [10, 10]) await ping(count)
  socket.say({ type: 'ping' })
  expect(await socket.closed).toEqual([1008, 'flood'])
  letOn()
})

test('a channel that is joined again and again leaves nothing behind', async () => {
  const socket = await Socket.open(`${url}/ws`, headers)
  const any = vi.spyOn(AbortSignal, 'any')
  for (let nth = 0; nth < 10; nth++) await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  // Others in this process may call it, but not once for each time.
  expect(any.mock.calls.length).toBeLessThan(10)
  any.mockRestore()
  socket.raw.close()
})

test('what a client waits for when it goes, and what it has said meanwhile, is not done any more', async () => {
  const { id } = await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  const other = await Socket.open(`${url}/ws`, headers)
  await other.ask({ type: 'join' }, 'welcome')
  const { letOn, isAsked } = keepWaiting()
  const socket = await Socket.open(`${url}/ws`, headers)
  socket.say({ type: 'subscribe', channel: `users.${id}` })
  socket.say({ type: 'message', text: 'Am I here?' })
  await expect.poll(isAsked).toBe(true)
  socket.raw.close()
  await expect.poll(() => service.counters.open.websocket).toBe(1)
  letOn()
  await service.database.query({ text: 'select 1' })
  await nextTurn()
  expect(await other.ask({ type: 'message', text: 'No.' }, 'message')).toMatchObject({ text: 'No.' })
  expect([rooms(), other.received]).toEqual([['lobby'], []])
  other.raw.close()
})
