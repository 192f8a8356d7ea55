import type { ApiKeysCreateBody } from '@roster/sdk'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { commitEvents, sequenceAll } from '../../packages/core/src/event-log/events.fixture.ts'
import { type Address, transports } from '../support/followers.ts'
import { addressOf, Socket, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

// Clients whose cursors are far behind: what is not for them is not read for them either.

/** How many events are about others, before and after those that are looked for. */
const OTHERS = 600

let service: Service
let admin: Address
let viewer: Address
let user: string
interface Logged {
  cursor: string
  event: string
  owner: string | null
}

/** All events, in order. */
let log: Logged[]
/** How many answers the database has given that are of the log, and entries in them. */
let [answers, read] = [0, 0]
/** Whether the log of the names that are asked for cannot be read. */
let isBroken = false
beforeAll(async () => {
  service = await startService()
  const { sdk } = service.admin
  const url = await addressOf(service.app)
  const keyOf = async (body: Pick<ApiKeysCreateBody, 'role' | 'scopes' | 'user_id'>) => {
    const { secret: key } = await sdk.apiKeys.create({ name: 'Reader', ...body })
    return { url, key }
  }
  const scopes: ApiKeysCreateBody['scopes'] = ['read:events', 'read:users', 'read:orders']
  const others = Array.from({ length: OTHERS }, (_, nth) => `other-${nth}`)
  await commitEvents(service.database, ...others)
  user = (await sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })).id
  const items = [{ sku: 'a', name: 'A', quantity: 1, unit_amount: 100 }]
  await sdk.orders.create(user, { currency: 'EUR', items })
  admin = await keyOf({ role: 'admin', scopes: [...scopes, 'manage:keys', 'manage:webhooks'] })
  viewer = await keyOf({ role: 'viewer', scopes, user_id: user })
  await commitEvents(service.database, ...others, 'of a resource that is no more')
  await service.database.query({
    text: `update events set event = 'past.created', user_id = null where data->>'id' like 'of a resource%'`,
  })
  await sequenceAll(service.database)
  log = await service.database.query<Logged>({
    text: `select epoch || ':' || seq as cursor, event, user_id as owner from events, event_log order by seq`,
  })
  const { query } = service.database
  vi.spyOn(service.database, 'query').mockImplementation(async (...call) => {
    if (isBroken && call[0].name === 'event log of names') throw new Error('swordfish')
    const rows: any[] = await query(...call)
    if (!call[0].name?.startsWith('event log') || call[0].name === 'event log state') return rows
    answers++
    read += rows.filter(({ id }) => id).length
    return rows
  })
  // What comes before is not in its memory.
  await service.startEventLog()
})
beforeEach(() => {
  answers = read = 0
  isBroken = false
})
afterAll(async () => {
  vi.mocked(service.database.query).mockRestore()
  await service.stop()
})

const start = () => log[0]!.cursor.replace(/1$/, '0')
const cursorsOf = (isFor: (entry: Logged) => boolean) => log.filter(isFor).map(({ cursor }) => cursor)

test.each(Object.keys(transports).filter((way) => way !== 'WebSocket'))(
  'over %s a viewer is given its own events of the names that it asks for, and no others are read',
  async (way) => {
    const expected = cursorsOf(({ event, owner }) => event === 'user.created' && owner === user)
    const follower = await transports[way]!(viewer, start())
    await until(() => (follower.given.length === expected.length ? true : undefined))
    expect(follower.given.map(({ cursor }) => cursor)).toEqual(expected)
    expect(read).toBe(expected.length)
    follower.stop()
  },
)

/** What a socket with a key is pushed on a channel from the start of the log on. */
async function pushedOn(channel: string, { url, key }: Address, count: number): Promise<string[]> {
  const socket = await Socket.open(`${url}/ws`, { 'x-api-key': key })
  await socket.ask({ type: 'subscribe', channel, after: start() }, 'subscribed')
  const pushes = () => socket.received.filter(({ type }) => type === 'push')
  await until(() => (pushes().length >= count ? true : undefined))
  await socket.ask({ type: 'ping' }, 'pong')
  socket.raw.close()
  return pushes().map(({ cursor }) => cursor)
}

const isOf =
  (kind: string) =>
  ({ event }: Logged) =>
    event.startsWith(`${kind}.`)
const isHers = ({ owner }: Logged) => owner === user

interface Channel {
  /** `{user}` stands for the viewer. */
  name: string
  who?: () => Address
  isOn: (entry: Logged) => boolean
  /** Default: that is on it. */
  isRead?: (entry: Logged) => boolean
}

const channels: Channel[] = [
  { name: 'users', isOn: isOf('user') },
  { name: 'orders', isOn: isOf('order') },
  { name: 'users.{user}', isOn: (entry) => isOf('user')(entry) && isHers(entry) },
  { name: 'users.{user}', isOn: (entry) => isOf('user')(entry) && isHers(entry), who: () => viewer },
  { name: 'orders.{user}', isOn: (entry) => isOf('order')(entry) && isHers(entry), who: () => viewer },
  // Has whatever has no channel of its own, by names that may be of any process.
  { name: 'system', isOn: (entry) => !isOf('user')(entry) && !isOf('order')(entry), isRead: () => true },
  { name: 'lobby', isOn: () => false, who: () => viewer },
]

test.each(channels)(
  'on channel $name everything is pushed that belongs there, and nothing else is read',
  async ({ name, who = () => admin, isOn, isRead = isOn }) => {
    const expected = cursorsOf(isOn)
    expect(await pushedOn(name.replace('{user}', user), who(), expected.length)).toEqual(expected)
    const most = cursorsOf(isRead).length
    await until(() => (answers > 0 && read >= most ? true : undefined))
    expect(read).toBe(most)
  },
)

test('a socket that is not pushed what it asked for, as the log cannot be read, is closed with 1011', async () => {
  const socket = await Socket.open(`${admin.url}/ws`, { 'x-api-key': admin.key })
  isBroken = true
  await socket.ask({ type: 'subscribe', channel: 'users', after: start() }, 'subscribed')
  expect(await socket.closed).toEqual([1011, 'internal'])
})
