import type { ApiKeysCreateBody } from '@roster/sdk'
import { addressOf, refusal, Socket, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

// How a socket begins and ends.

let service: Service
let url: string
let secret: string
const sockets: Socket[] = []
/** What the service says of its faults. */
const logged: { err?: { message: string } }[] = []
beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  service = await startService({ logger, realtime: { checkInterval: 50 } })
  url = await addressOf(service.app)
  secret = (await newKey()).secret
  // The last administrator could be neither demoted nor deleted.
  await service.admin.rest('POST /v1/users', { name: 'Root', email: 'root@example.com', role: 'admin' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.raw.terminate()
  const counts = service.counters.open
  await until(() => (counts.websocket + counts['trpc-websocket'] === 0 ? true : undefined))
})
afterAll(() => service.stop())

const newKey = (body: Partial<ApiKeysCreateBody> = {}) =>
  service.admin.sdk.apiKeys.create({
    name: 'Ada',
    role: 'admin',
    scopes: ['read:events', 'read:users', 'read:orders'],
    ...body,
  })

async function open(key = secret): Promise<Socket> {
  const socket = await Socket.open(`${url}/ws`, { 'x-api-key': key })
  sockets.push(socket)
  return socket
}

/** A call in the protocol of tRPC. */
const CALL = { id: 'last', method: 'query', params: { path: 'me.get' } }

async function openTrpc(): Promise<Socket> {
  const socket = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
  sockets.push(socket)
  return socket
}

const answerTo = (socket: Socket, id: unknown) => until(() => socket.received.find((answer) => answer['id'] === id))

describe('a handshake', () => {
  test('of nobody, or without read:events, is refused before the upgrade', async () => {
    expect(await refusal(`${url}/ws`)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    const other = await newKey({ scopes: ['read:users'] })
    // More often than a caller may have sockets: what is refused takes no place.
    for (let nth = 0; nth < 6; nth++)
      expect(await refusal(`${url}/ws`, { 'x-api-key': other.secret })).toMatchObject({
        status: 403,
        body: { code: 'insufficient-scope' },
      })
  })

  test('of the sixth socket is 429, over all protocols together; a closed one makes room', async () => {
    const trpc = await Socket.open(`${url}/trpc`, { 'x-api-key': secret })
    for (let nth = 0; nth < 4; nth++) await open()
    for (const path of ['/ws', '/trpc'])
      expect(await refusal(url + path, { 'x-api-key': secret })).toMatchObject({
        status: 429,
        headers: { 'retry-after': '5' },
        body: { code: 'rate-limited' },
      })
    trpc.raw.close()
    expect(await trpc.closed).toEqual([1005, ''])
    await until(() => (service.counters.open['trpc-websocket'] === 0 ? true : undefined))
    await open()
  })

  test('that opens no socket is 426', async () => {
    expect(await service.withKey(secret).rest('GET /ws')).toMatchObject({
      status: 426,
      headers: { upgrade: 'websocket', 'sec-websocket-version': '13' },
      body: { code: 'upgrade-required' },
    })
  })
})

describe('a socket is closed', () => {
  test('with 1000 when its client says so', async () => {
    const socket = await open()
    socket.raw.close(1000, 'bye')
    expect(await socket.closed).toEqual([1000, 'bye'])
  })

  test('with 1008 after the twenty-first message in a second', async () => {
    const socket = await open()
    for (let nth = 0; nth < 20; nth++) socket.say({ type: 'ping' })
    await until(() => (socket.received.length === 20 ? true : undefined))
    socket.say({ type: 'ping' })
    expect(await socket.closed).toEqual([1008, 'flood'])
  })

  test('with 1008 after the twenty-first ping frame in a second, in either protocol', async () => {
    for (const socket of [await open(), await openTrpc()]) {
      const pongs = vi.fn<() => void>()
      socket.raw.on('pong', pongs)
      for (let nth = 0; nth < 20; nth++) socket.raw.ping()
      await expect.poll(() => pongs.mock.calls.length).toBe(20)
      socket.raw.ping()
      expect(await socket.closed).toEqual([1008, 'flood'])
    }
  })

  test('after the answers to the twenty messages before a flood, also when all come at once', async () => {
    const socket = await open()
    for (let nth = 0; nth < 60; nth++) socket.say({ type: 'ping' })
    expect(await socket.closed).toEqual([1008, 'flood'])
    expect(socket.received).toEqual(Array.from({ length: 20 }, () => ({ type: 'pong' })))
  })

  test.each([
    ['procedure that is not there', { id: 1, method: 'query', params: { path: 'users.none' } }],
    ['procedure of another kind', { id: 1, method: 'mutation', params: { path: 'users.list' } }],
    ['message that is no JSON', '{'],
    [
      'batch that is too large',
      Array.from({ length: 51 }, () => ({ id: 1, method: 'query', params: { path: 'me.get' } })),
    ],
    ['batch of nothing', []],
    ['call without an identifier', { ...CALL, id: null }],
    ['batch with a part that is no message', [CALL, 1]],
    ['stop of a subscription that is not there', { id: 1, method: 'subscription.stop' }],
    ['PING', 'PING'],
    ['PONG', 'PONG'],
  ])('with 1008 after the twenty-first %s in a second, in the protocol of tRPC', async (_, message) => {
    const socket = await openTrpc()
    for (let nth = 0; nth < 20; nth++) socket.say(message)
    socket.say(CALL)
    expect(await answerTo(socket, 'last')).toHaveProperty('result')
    socket.say(message)
    expect(await socket.closed).toEqual([1008, 'flood'])
  })

  test('with 1008 after one batch of calls of nothing, in the protocol of tRPC', async () => {
    const socket = await openTrpc()
    socket.say(Array.from({ length: 21 }, (_, id) => ({ id, method: 'query', params: { path: 'users.none' } })))
    expect(await socket.closed).toEqual([1008, 'flood'])
  })

  const subscribe = (id: number) => ({ id, method: 'subscription', params: { path: 'events.subscribe' } })
  const stop = (id: number) => ({ id, method: 'subscription.stop' })

  test.each([
    ['call under the identifier of another subscription', subscribe(1)],
    ['stop beside its call', [subscribe(2), stop(2)]],
  ])('with 1008 after the twenty-first %s in a second, in the protocol of tRPC', async (_, message) => {
    const socket = await openTrpc()
    socket.say(subscribe(1))
    await answerTo(socket, 1)
    for (let nth = 0; nth < 21; nth++) socket.say(message)
    expect(await socket.closed).toEqual([1008, 'flood'])
  })

  test('with 1008 after the twenty-first further stop of a subscription, in the protocol of tRPC', async () => {
    const socket = await openTrpc()
    socket.say(subscribe(1))
    await answerTo(socket, 1)
    for (let nth = 0; nth < 22; nth++) socket.say(stop(1))
    expect(await socket.closed).toEqual([1008, 'flood'])
  })

  test('by no number of subscriptions that are stopped in the protocol of tRPC', async () => {
    const socket = await openTrpc()
    for (let nth = 0; nth < 50; nth++) {
      socket.say(subscribe(1))
      await until(() => socket.received.find(({ result }) => result.type === 'started'))
      socket.say(stop(1))
      await until(() => socket.received.find(({ result }) => result.type === 'stopped'))
      socket.received.length = 0
    }
    socket.say(CALL)
    expect(await answerTo(socket, 'last')).toHaveProperty('result')
  })

  test('by no number of subscriptions that are refused in the protocol of tRPC, which its clients stop nevertheless', async () => {
    const socket = await openTrpc()
    for (let id = 0; id < 30; id++) {
      socket.say({ ...subscribe(id), params: { path: 'events.subscribe', input: { after: 'nowhere' } } })
      expect(await answerTo(socket, id)).toHaveProperty('error')
      socket.say(stop(id))
    }
    socket.say(CALL)
    expect(await answerTo(socket, 'last')).toHaveProperty('result')
  })

  test('by the stops of subscriptions that were refused as too large a batch, in the protocol of tRPC', async () => {
    const socket = await openTrpc()
    const ids = Array.from({ length: 60 }, (_, id) => id)
    socket.say(ids.map(subscribe))
    for (const id of ids) expect(await answerTo(socket, id)).toHaveProperty('error')
    for (const id of ids) socket.say(stop(id))
    socket.say(CALL)
    expect(await Promise.race([answerTo(socket, 'last'), socket.closed])).toHaveProperty('result')
  })

  test('with 1008 after the twenty-first further stop of what was refused as too large a batch, in the protocol of tRPC', async () => {
    const socket = await openTrpc()
    const ids = Array.from({ length: 60 }, (_, id) => id)
    socket.say([...ids.map(subscribe), null, 1, { ...subscribe(60), id: { a: 1 } }])
    for (let nth = 0; nth < 22; nth++) socket.say(stop(59))
    expect(await socket.closed).toEqual([1008, 'flood'])
  })

  test('by no number of calls in the protocol of tRPC, which have their quota', async () => {
    const socket = await openTrpc()
    for (let id = 0; id < 50; id++) socket.say({ ...CALL, id })
    expect(await answerTo(socket, 49)).toHaveProperty('result')
  })

  test('with 1008 when its key is revoked', async () => {
    const key = await newKey()
    const socket = await open(key.secret)
    await service.admin.sdk.apiKeys.revoke(key.id)
    expect(await socket.closed).toEqual([1008, 'unauthenticated'])
  })

  test('with 1008 when its key expires', async () => {
    const expires_at = new Date(service.clock.now() + 60_000).toISOString()
    const socket = await open((await newKey({ expires_at })).secret)
    service.clock.advance(60_000)
    expect(await socket.closed).toEqual([1008, 'unauthenticated'])
  })

  test.each([
    ['admin', 'demoted', (id: string) => service.admin.rest(`PATCH /v1/users/${id}`, { role: 'viewer' })],
    ['admin', 'deleted', (id: string) => service.admin.rest(`DELETE /v1/users/${id}`)],
    ['viewer', 'deleted', (id: string) => service.admin.rest(`DELETE /v1/users/${id}`)],
  ] as const)('with 1008 when the %s of its key is %s', async (role, how, change) => {
    const user = { name: 'Ada', email: `${role}.${how}@example.com`, role }
    const { body } = await service.admin.rest('POST /v1/users', user)
    const socket = await open((await newKey({ role, user_id: body.id })).secret)
    await change(body.id)
    expect(await socket.closed).toEqual([1008, 'unauthenticated'])
  })

  test('with 1008 when the user of its key is demoted, be it one that another socket of the key has known in no other role', async () => {
    const admin = { name: 'Ada', email: 'ada@example.com', role: 'admin' }
    const { body: ada } = await service.admin.rest('POST /v1/users', admin)
    const becomes = (role: string) => service.admin.rest(`PATCH /v1/users/${ada.id}`, { role })
    const key = await newKey({ user_id: ada.id })
    await becomes('viewer')
    const [gone, socket] = [await open(key.secret), await open(key.secret)]
    gone.raw.close()
    await gone.closed
    await becomes('admin')
    await until(() => {
      socket.say({ type: 'subscribe', channel: 'users' })
      service.clock.advance(1_000)
      return socket.received.find(({ type }) => type === 'subscribed')
    })
    await becomes('viewer')
    expect(await socket.closed).toEqual([1008, 'unauthenticated'])
  })

  test('with 1009 after a frame over 64 KiB', async () => {
    const socket = await open()
    socket.raw.send('x'.repeat(65_536))
    expect(await socket.next('error')).toMatchObject({ code: 'malformed-json' })
    socket.raw.send('x'.repeat(65_537))
    expect((await socket.closed)[0]).toBe(1009)
  })
})

test('a fault of the service is told as one, without its cause, which the log has, and the socket stays', async () => {
  const socket = await open()
  logged.length = 0
  const query = service.database.query.bind(service.database)
  const broken = vi.spyOn(service.database, 'query').mockImplementation((statement, values) => {
    if (statement.name === 'owner of channel') throw new Error('swordfish')
    return query(statement, values)
  })
  const answer = await socket.ask({ type: 'subscribe', channel: `users.usr_${'0'.repeat(26)}` }, 'error')
  broken.mockRestore()
  expect(answer).toEqual({ type: 'error', code: 'internal', detail: expect.not.stringContaining('swordfish') })
  expect(logged.map(({ err }) => err?.message)).toEqual(['swordfish'])
  expect(await socket.ask({ type: 'ping' }, 'pong')).toEqual({ type: 'pong' })
})

test('messages are taken in the order in which they were sent, though nobody waits for an answer', async () => {
  const socket = await open()
  socket.say({ type: 'subscribe', channel: 'users' })
  socket.say({ type: 'message', channel: 'users', text: 'Here' })
  socket.say({ type: 'unsubscribe', channel: 'users' })
  socket.say({ type: 'message', channel: 'users', text: 'Gone' })
  const answers = await until(() => (socket.received.length < 4 ? undefined : socket.received))
  expect(answers.map(({ type }) => type)).toEqual(['subscribed', 'message', 'unsubscribed', 'error'])
})
