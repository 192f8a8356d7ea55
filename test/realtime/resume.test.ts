import type { AppRouter } from '@roster/api'
import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Rooms } from '../../packages/gateway/src/realtime/rooms.ts'
import { type Address, transports } from '../support/followers.ts'
import { addressOf, settled, Socket, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

// A client that has seen a cursor on one transport goes on from it on any other.

let service: Service
let address: Address
beforeAll(async () => {
  service = await startService()
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Reader',
    role: 'admin',
    scopes: ['read:events', 'read:users', 'read:orders'],
  })
  address = { url: await addressOf(service.app), key: secret }
  await settled(service)
})
afterAll(() => service.stop())

let count = 0
async function createUsers(number: number): Promise<void> {
  for (let nth = 0; nth < number; nth++) {
    const email = `resume.${count++}@example.com`
    await service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' })
  }
}

/** The cursors of all users' events after a cursor, as REST lists them. */
async function cursorsAfter(after: string): Promise<string[]> {
  const { data } = await service.admin.sdk.events.list({ type: 'user.created', limit: 100, after })
  return data.map(({ cursor }) => cursor)
}

const now = async () => (await service.startEventLog()).feed.cursor

const ways = Object.entries(transports)
const pairs = ways.flatMap(([from, first]) => ways.map(([to, second]) => ({ from, to, first, second })))

test.each(pairs)('from $from to $to nothing is missed and nothing comes twice', async ({ first, second }) => {
  const start = await now()
  const before = await first(address)
  await createUsers(2)
  await until(() => (before.given.length === 2 ? true : undefined))
  const seen = before.given.map(({ cursor }) => cursor)
  before.stop()
  await createUsers(2)
  const after = await second(address, seen.at(-1))
  await createUsers(1)
  await until(() => (after.given.length === 3 ? true : undefined))
  after.stop()
  expect([...seen, ...after.given.map(({ cursor }) => cursor)]).toEqual(await cursorsAfter(start))
  await settled(service)
})

test('the last event that a subscription was given wins over the cursor that it began with', async () => {
  const start = await now()
  await createUsers(3)
  await settled(service)
  const [first, second, third] = await cursorsAfter(start)
  const socket = await Socket.open(`${address.url}/trpc`, { 'x-api-key': address.key })
  const input = { after: first, lastEventId: second }
  socket.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe', input } })
  const { result } = await until(() => socket.received.find((answer) => answer['result']?.type === 'data'))
  expect(result.id).toBe(third)
  socket.raw.close()
})

describe.each(['wsLink', 'httpSubscriptionLink'])('over %s', (name) => {
  test('a cursor that cannot be gone on from ends with cursor-expired', async () => {
    const error = await transports[name]!(address, '0dead0:7').then(
      ({ errors }) => until(() => errors[0]),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(TRPCClientError)
    expect((error as TRPCClientError<AppRouter>).data).toMatchObject({
      problem: { status: 410, code: 'cursor-expired' },
    })
  })
})

describe('who is far behind and takes what is sent', () => {
  /** More than a connection and the network hold. */
  const MUCH = `
    insert into events (id, event, user_id, data, created_at)
    select 'evt_' || lpad(n::text, 26, '0'), 'user.created', 'usr_' || n,
      json_build_object('id', 'usr_' || n, 'name', repeat('x', 512 * 1024)), '2026-11-21T09:30:00Z'
    from generate_series(1, 32) as n`

  let start: string
  beforeAll(async () => {
    start = await now()
    await service.database.query({ text: MUCH })
    await settled(service)
  })

  test.each(ways)('is given all of it over %s, however much it is', async (_, follow) => {
    const follower = await follow(address, start)
    await until(() => (follower.given.length === 32 ? true : undefined))
    expect(follower.given.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_nothing, nth) => `usr_${nth + 1}`))
    expect(follower.errors).toEqual([])
    follower.stop()
  })

  /** The identifiers of the users' records, in the order of their events. */
  const ALL = Array.from({ length: 32 }, (_, nth) => `usr_${nth + 1}`)

  test('is given all of it over one socket of tRPC, which is not ended meanwhile', async () => {
    const socket = await Socket.open(`${address.url}/trpc`, { 'x-api-key': address.key })
    socket.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe', input: { after: start } } })
    const given = () =>
      socket.received.flatMap(({ result }) => (result?.type === 'data' ? [result.data.data.data.id] : []))
    const closed = socket.closed.then(([, reason]) => reason)
    expect(await Promise.race([closed, until(() => (given().length === 32 ? given() : undefined))])).toEqual(ALL)
    socket.raw.close()
  })

  test('is pushed nothing more on a channel that it has left meanwhile', async () => {
    const socket = await Socket.open(`${address.url}/ws`, { 'x-api-key': address.key })
    const subscribe = { type: 'subscribe', channel: 'users', after: start }
    const leave = vi.spyOn(Rooms.prototype, 'leave')
    socket.say(subscribe)
    await until(() => socket.received.find(({ type }) => type === 'push'))
    // What the service has yet to send does not go out before it has heard what follows.
    socket.raw.pause()
    const before = leave.mock.calls.length
    socket.say({ type: 'unsubscribe', channel: 'users' })
    await expect.poll(() => leave.mock.calls.length).toBeGreaterThan(before)
    leave.mockRestore()
    socket.raw.resume()
    await until(() => socket.received.find(({ type }) => type === 'unsubscribed'))
    socket.say(subscribe)
    const since = () => socket.received.slice(socket.received.findIndex(({ type }) => type === 'unsubscribed') + 1)
    await until(() => since().findLast(({ data }) => data?.id === 'usr_32'))
    await socket.ask({ type: 'ping' }, 'pong')
    expect(since().map(({ type, data }) => data?.id ?? type)).toEqual(['subscribed', ...ALL])
    socket.raw.close()
  })
})
