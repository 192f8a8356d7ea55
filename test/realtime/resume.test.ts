import type { AppRouter } from '@roster/api/app'
import {
  createTRPCClient,
  createWSClient,
  httpSubscriptionLink,
  TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket as WsWebSocket } from 'ws'
import { addressOf, settled, Socket, Stream, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

// A client that has seen a cursor on one transport goes on from it on any other.

let service: Service
let url: string
let secret: string
beforeAll(async () => {
  service = await startService()
  url = await addressOf(service.app)
  const key = { name: 'Reader', role: 'admin', scopes: ['read:events'] }
  secret = (await service.admin.rest('POST /v1/api-keys', key)).body.secret
  await settled(service)
})
afterAll(() => service.stop())

let count = 0
async function createUsers(number: number): Promise<void> {
  for (let nth = 0; nth < number; nth++) {
    const email = `resume.${count++}@example.com`
    await service.admin.rest('POST /v1/users', { name: 'Ada', email, role: 'viewer' })
  }
}

/** The cursors of all users' events after a cursor, as REST lists them. */
async function cursorsAfter(after: string): Promise<string[]> {
  const { body } = await service.admin.rest(`GET /v1/events?type=user.created&limit=100&after=${after}`)
  return body.data.map(({ cursor }: { cursor: string }) => cursor)
}

const now = async () => (await service.startEventLog()).feed.cursor

/** Something that follows users' events: the cursors it was given, and how to stop it. */
interface Follower {
  cursors: string[]
  /** What it failed with. */
  errors?: unknown[]
  stop(): void
}

type Follow = (after: string | undefined) => Promise<Follower>

const overSse: Follow = async (after) => {
  const query = after === undefined ? '' : `&after=${after}`
  const stream = await Stream.open(`${url}/events?types=user.created${query}`, { 'x-api-key': secret })
  return {
    get cursors() {
      return stream.events.map(({ id }) => id!)
    },
    stop: () => stream.close(),
  }
}

const overWebSocket: Follow = async (after) => {
  const socket = await Socket.open(`${url}/ws`, { 'x-api-key': secret })
  await socket.ask({ type: 'subscribe', channel: 'users', after }, 'subscribed')
  return {
    get cursors() {
      return socket.received.map(({ cursor }) => cursor)
    },
    stop: () => socket.raw.close(),
  }
}

const overLink =
  (open: () => { link: TRPCLink<AppRouter>; close: () => void }): Follow =>
  async (after) => {
    const { link, close } = open()
    const client = createTRPCClient<AppRouter>({ links: [link] })
    const cursors: string[] = []
    const errors: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      client.events.subscribe.subscribe(
        { types: 'user.created', after },
        {
          onStarted: () => resolve(),
          onData: ({ id, data }) => {
            expect(data.cursor).toBe(id)
            cursors.push(id)
          },
          onError: (error) => {
            errors.push(error)
            reject(error)
          },
        },
      )
    })
    return { cursors, errors, stop: close }
  }

class WebSocketWithKey extends WsWebSocket {
  constructor(address: string | URL) {
    super(address, { headers: { 'x-api-key': secret } })
  }
}

const overWsLink = overLink(() => {
  const client = createWSClient({ url: `${url.replace('http', 'ws')}/trpc`, WebSocket: WebSocketWithKey as never })
  return { link: wsLink({ client }), close: () => void client.close() }
})

class EventSourceWithKey extends EventSource {
  constructor(address: string | URL) {
    super(address, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-api-key': secret } }),
    })
    opened.push(this)
  }
}
const opened: EventSource[] = []

const overSubscriptionLink = overLink(() => ({
  link: httpSubscriptionLink({ url: `${url}/trpc`, EventSource: EventSourceWithKey as never }),
  close: () => opened.forEach((source) => source.close()),
}))

const transports: [string, Follow][] = [
  ['SSE', overSse],
  ['WebSocket', overWebSocket],
  ['wsLink', overWsLink],
  ['httpSubscriptionLink', overSubscriptionLink],
]
const pairs = transports.flatMap(([from, first]) => transports.map(([to, second]) => ({ from, to, first, second })))

test.each(pairs)('from $from to $to nothing is missed and nothing comes twice', async ({ first, second }) => {
  const start = await now()
  const before = await first(undefined)
  await createUsers(2)
  await until(() => (before.cursors.length === 2 ? true : undefined))
  const seen = [...before.cursors]
  before.stop()
  await createUsers(2)
  const after = await second(seen.at(-1))
  await createUsers(1)
  await until(() => (after.cursors.length === 3 ? true : undefined))
  after.stop()
  expect([...seen, ...after.cursors]).toEqual(await cursorsAfter(start))
  await settled(service)
})

describe.each([
  ['wsLink', overWsLink],
  ['httpSubscriptionLink', overSubscriptionLink],
])('over %s', (_, follow) => {
  test('a cursor that cannot be gone on from ends with cursor-expired', async () => {
    const error = await follow('0dead0:7').then(
      ({ errors }) => until(() => errors![0]),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(TRPCClientError)
    expect((error as TRPCClientError<AppRouter>).data).toMatchObject({
      problem: { status: 410, code: 'cursor-expired' },
    })
  })
})
