import type { AppRouter } from '@roster/api'
import type { ApiKeysCreateBody } from '@roster/sdk'
import {
  createTRPCClient,
  createWSClient,
  httpSubscriptionLink,
  type TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client'
import { EventSource } from 'eventsource'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf, settled, Socket, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let url: string
const closes: (() => void)[] = []
beforeAll(async () => {
  service = await startService({ realtime: { checkInterval: 50 } })
  url = await addressOf(service.app)
  await service.startEventLog()
})
afterEach(async () => {
  for (const close of closes.splice(0)) close()
  await until(() => (Object.values(service.counters.open).every((count) => count === 0) ? true : undefined))
  await settled(service)
})
afterAll(() => service.stop())

const newKey = (body: Partial<ApiKeysCreateBody> = {}) =>
  service.admin.sdk.apiKeys.create({
    name: 'Key',
    role: 'admin',
    scopes: ['read:events', 'read:users', 'read:orders'],
    ...body,
  })

let count = 0
const createUser = () =>
  service.admin.sdk.users.create({ name: 'Ada', email: `subscriptions.${count++}@example.com`, role: 'viewer' })

type Links = (secret: string) => TRPCLink<AppRouter>

const overSocket: Links = (secret) => {
  const WithKey = class extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { 'x-api-key': secret } })
    }
  }
  const client = createWSClient({ url: `${url.replace('http', 'ws')}/trpc`, WebSocket: WithKey as never })
  closes.push(() => void client.close())
  return wsLink({ client })
}

const overEventSource: Links = (secret) => {
  const WithKey = class extends EventSource {
    constructor(address: string | URL) {
      super(address, {
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-api-key': secret } }),
      })
      closes.push(() => this.close())
    }
  }
  return httpSubscriptionLink({ url: `${url}/trpc`, EventSource: WithKey as never })
}

interface Seen {
  started: boolean
  names: string[]
  errors: TRPCClientError<AppRouter>[]
}

/** Subscribes, and notes what comes of it. */
async function subscribe(links: Links, secret: string, input: { types?: string } = {}): Promise<Seen> {
  const seen: Seen = { started: false, names: [], errors: [] }
  const client = createTRPCClient<AppRouter>({ links: [links(secret)] })
  const subscription = client.events.subscribe.subscribe(input, {
    onStarted: () => (seen.started = true),
    onData: ({ data }) => void seen.names.push(`${data.event} ${data.data.id}`),
    onError: (error) => void seen.errors.push(error),
  })
  closes.unshift(() => subscription.unsubscribe())
  await until(() => (seen.started || seen.errors.length > 0 ? true : undefined))
  return seen
}

const codeOf = (seen: Seen): Promise<string> => until(() => seen.errors[0]?.data?.problem.code)

describe.each([
  ['wsLink', overSocket],
  ['httpSubscriptionLink', overEventSource],
])('over %s', (_, links) => {
  test('a viewer is given its own events, of the types it asks for', async () => {
    const user = await createUser()
    const { secret } = await newKey({ role: 'viewer', user_id: user.id })
    await settled(service)
    const seen = await subscribe(links, secret, { types: 'user.updated,user.suspended' })
    await service.admin.sdk.users.update((await createUser()).id, { name: 'Grace' })
    await service.admin.sdk.users.update(user.id, { name: 'Grace' })
    await until(() => (seen.names.length > 0 ? true : undefined))
    expect(seen.names).toEqual([`user.updated ${user.id}`])
  })

  test('of an unknown type it is refused', async () => {
    const { secret } = await newKey()
    expect(await codeOf(await subscribe(links, secret, { types: 'user.frobbed' }))).toBe('invalid-parameters')
  })
})

test('without read:events a subscription is refused: by a problem over a socket, by a status over server-sent events', async () => {
  const { secret } = await newKey({ scopes: ['read:users'] })
  expect(await codeOf(await subscribe(overSocket, secret))).toBe('insufficient-scope')
  const { errors } = await subscribe(overEventSource, secret)
  expect(errors).toMatchObject([{ cause: { code: 403 } }])
})

test('a subscription over server-sent events counts as a stream, and gives its place back', async () => {
  const { secret } = await newKey()
  for (let nth = 0; nth < 5; nth++) await subscribe(overEventSource, secret)
  expect(service.counters.open['trpc-sse']).toBe(5)
  expect(await service.withKey(secret).rest('GET /events')).toMatchObject({ status: 429 })
  closes.shift()!()
  await until(() => (service.counters.open['trpc-sse'] === 4 ? true : undefined))
})

test('a subscription over server-sent events ends with the credential', async () => {
  const key = await newKey()
  const seen = await subscribe(overEventSource, key.secret)
  await service.admin.sdk.apiKeys.revoke(key.id)
  expect(await codeOf(seen)).toBe('unauthenticated')
})

test('a socket is closed with 1008 when the credential ends', async () => {
  const key = await newKey()
  const socket = await Socket.open(`${url}/trpc`, { 'x-api-key': key.secret })
  await service.admin.sdk.apiKeys.revoke(key.id)
  expect(await socket.closed).toEqual([1008, 'unauthenticated'])
})

test('a socket carries fifty subscriptions, and one that is stopped makes room', async () => {
  const { secret } = await newKey()
  const socket = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
  closes.push(() => socket.raw.close())
  const start = (id: number) => socket.say({ id, method: 'subscription', params: { path: 'events.subscribe' } })
  // Events of the tests before may come in between.
  const comes = async (id: number, answer: object) => {
    await expect.poll(() => socket.received).toContainEqual(expect.objectContaining({ id, ...answer }))
  }
  const problem = expect.objectContaining({ code: 'rate-limited' })
  const fifty = Array.from({ length: 50 }, (_, index) => index + 1)
  // Those that start at the same time may be answered in any order.
  for (const id of fifty) start(id)
  for (const id of fifty) await comes(id, { result: { type: 'started' } })
  start(51)
  await comes(51, { error: expect.objectContaining({ data: expect.objectContaining({ problem }) }) })
  socket.say({ id: 1, method: 'subscription.stop' })
  await comes(1, { result: { type: 'stopped' } })
  start(52)
  await comes(52, { result: { type: 'started' } })
})

test('more subscriptions than a batch may have, which a client opens at once, are refused, and its socket goes on', async () => {
  const { secret } = await newKey()
  let opened = 0
  const WithKey = class extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { 'x-api-key': secret } })
      opened++
    }
  }
  const socket = createWSClient({ url: `${url.replace('http', 'ws')}/trpc`, WebSocket: WithKey as never })
  closes.push(() => void socket.close())
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] })
  const refused = Array.from({ length: 60 }, () => {
    const refusal = Promise.withResolvers<TRPCClientError<AppRouter>>()
    client.events.subscribe.subscribe({}, { onError: refusal.resolve })
    return refusal.promise
  })
  for (const error of await Promise.all(refused)) expect(error.data?.problem.code).toBe('bad-request')
  const me = await client.me.get.query()
  expect([me.role, opened]).toEqual(['admin', 1])
})
