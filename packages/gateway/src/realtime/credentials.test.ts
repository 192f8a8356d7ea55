import { type Principal, Problem } from '@roster/core/contract'
import { addressOf, refusal, Socket, Stream, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// Tickets and pages, as the application would tell of them.

let service: Service
let url: string
let tickets: Map<string, Principal>
let isCurrent: boolean
let currentName: string
beforeAll(async () => {
  service = await startService({
    realtime: {
      checkInterval: 20,
      async redeemTicket(ticket) {
        const principal = tickets.get(ticket)
        tickets.delete(ticket)
        return principal
      },
      current: async (principal) => (isCurrent ? { ...principal, name: currentName } : undefined),
      requireOwnPage({ headers }) {
        if (headers.cookie && headers.origin !== 'http://roster.test') throw new Problem('forbidden', 'Another page.')
      },
    },
  })
  url = await addressOf(service.app)
  await service.startEventLog()
})
beforeEach(() => {
  const scopes = new Set(['read:events', 'read:users'] as const)
  const principal: Principal = {
    type: 'session',
    id: 'usr_x',
    name: 'Ada',
    user_id: null,
    role: 'admin',
    scopes,
    owner: null,
    credential: null,
  }
  tickets = new Map([['good', principal]])
  isCurrent = true
  currentName = 'Ada'
})
afterAll(() => service.stop())

test.each(['/ws', '/trpc'])('a ticket opens one socket at %s, once', async (path) => {
  const socket = await Socket.open(`${url}${path}?ticket=good`)
  expect(await refusal(`${url}${path}?ticket=good`)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  socket.raw.close()
  await socket.closed
})

test('a ticket opens one stream, beside its parameters', async () => {
  const stream = await Stream.open(`${url}/events?ticket=good&types=user.created`)
  expect(stream.response.status).toBe(200)
  stream.close()
  expect(await service.anonymous.rest('GET /events?ticket=good')).toMatchObject({ status: 401 })
})

test.each(['/ws', '/trpc'])(
  'a page of another origin opens a socket at %s with its ticket, whoever is signed in',
  async (path) => {
    const socket = await Socket.open(`${url}${path}?ticket=good`, {
      cookie: 'roster_session=x',
      origin: 'https://app.example',
    })
    socket.raw.close()
    expect(await socket.closed).toEqual([1005, ''])
  },
)

test('a ticket beside an empty credential opens a stream', async () => {
  const stream = await Stream.open(`${url}/events?ticket=good`, { authorization: '' })
  expect(stream.response.status).toBe(200)
  stream.close()
})

test('a ticket beside another credential is 400, and stays good', async () => {
  const refused = { status: 400, body: { code: 'bad-request' } }
  expect(await service.admin.rest('GET /events?ticket=good')).toMatchObject(refused)
  expect(await service.anonymous.rest('GET /events?ticket=good&api_key=rk_x')).toMatchObject(refused)
  expect(await service.anonymous.rest('GET /events?ticket=good&ticket=other')).toMatchObject(refused)
  for (const path of ['/ws', '/trpc']) expect(await refusal(`${url}${path}?ticket=good&ticket=`)).toMatchObject(refused)
  expect(tickets.has('good')).toBe(true)
})

test('a ticket opens nothing else', async () => {
  expect(await service.anonymous.rest('GET /v1/events?ticket=good')).toMatchObject({ status: 401 })
})

test('a connection by ticket ends when the credential behind it does', async () => {
  const socket = await Socket.open(`${url}/ws?ticket=good`)
  isCurrent = false
  expect(await socket.closed).toEqual([1008, 'unauthenticated'])
})

test('a live connection has what its caller has by now', async () => {
  const socket = await Socket.open(`${url}/ws?ticket=good`)
  currentName = 'Grace'
  const said = await until(() => {
    const message = socket.received.find(({ from }) => from === 'Grace')
    if (!message && socket.received.length < 15) socket.say({ type: 'message', text: 'Hello' })
    service.clock.advance(1_000)
    return message
  })
  expect(said).toMatchObject({ type: 'message', from: 'Grace' })
  socket.raw.close()
})

test('a page of another origin is refused before anything else is looked at', async () => {
  const cookie = { cookie: 'roster_session=x', origin: 'https://evil.example' }
  for (const path of ['/ws', '/trpc']) {
    const refused = { status: 403, body: { code: 'forbidden' } }
    for (const version of [13, 8]) expect(await refusal(`${url}${path}`, cookie, version)).toMatchObject(refused)
    expect(await service.anonymous.rest(`GET ${path}`, undefined, cookie)).toMatchObject(refused)
  }
  expect(await service.anonymous.rest('GET /events?types=frob', undefined, cookie)).toMatchObject({ status: 403 })
  const own = { ...cookie, origin: 'http://roster.test' }
  expect(await service.anonymous.rest('GET /events', undefined, own)).toMatchObject({ status: 401 })
})
