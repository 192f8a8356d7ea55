import type { ApiKeysCreateBody } from '@roster/sdk'
import { sendRaw } from '@roster/test/raw-requests'
import { addressOf, settled, Stream, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { once } from 'node:events'
import { EventSource } from 'eventsource'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let service: Service
let url: string
let secret: string
const streams: Stream[] = []
beforeAll(async () => {
  service = await startService({ realtime: { checkInterval: 50 } })
  url = await addressOf(service.app)
  await service.startEventLog()
  secret = await newSecret()
})
afterEach(async () => {
  await settled(service)
  for (const stream of streams.splice(0)) stream.close()
  return until(() => (service.counters.open.sse === 0 ? true : undefined))
})
afterAll(() => service.stop())

const newKey = (body: Partial<ApiKeysCreateBody> = {}) =>
  service.admin.sdk.apiKeys.create({ name: 'Stream', role: 'admin', scopes: ['read:events', 'read:users'], ...body })
const newSecret = async (body?: Partial<ApiKeysCreateBody>) => (await newKey(body)).secret

async function open(query = '', headers: Record<string, string> = {}): Promise<Stream> {
  const stream = await Stream.open(`${url}/events${query}`, { 'x-api-key': secret, ...headers })
  streams.push(stream)
  return stream
}

let count = 0
const createUser = () =>
  service.admin.sdk.users.create({ name: 'Ada', email: `ada.${count++}@example.com`, role: 'viewer' })

test('an event is a frame of its cursor and what happened, and the answer says that it is a stream', async () => {
  await settled(service)
  const stream = await open()
  const { cursor: start } = (await service.startEventLog()).feed
  expect(stream.response.status).toBe(200)
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.toBeId('req'),
  })
  expect(stream.response.headers.has('content-encoding')).toBe(false)
  const user = await createUser()
  const [frame] = await stream.received(1)
  const { data } = await service.admin.sdk.events.list({ limit: 100 })
  const { cursor, id, created_at } = data.at(-1)!
  expect(frame).toEqual({
    id: cursor,
    data: { type: 'update', event: 'user.created', id, created_at, data: user },
  })
  expect(stream.frames[0]).toEqual({ comment: 'retry: 2000', id: start })
})

test('nothing that is acknowledged after the head of the answer is missed', async () => {
  for (let round = 0; round < 10; round++) {
    await settled(service)
    const stream = await open()
    const user = await createUser()
    const [frame] = await stream.received(1)
    expect(frame!.data!['data'].id).toBe(user.id)
    stream.close()
    await stream.ended
  }
})

test('types narrows a stream; an unknown one is 400', async () => {
  const stream = await open('?types=user.deleted,user.suspended')
  const user = await createUser()
  await service.admin.sdk.users.delete(user.id)
  const [frame] = await stream.received(1)
  expect(frame!.data).toMatchObject({ event: 'user.deleted', data: { id: user.id } })
  expect(await service.withKey(secret).rest('GET /events?types=user.frobbed')).toMatchObject({
    status: 400,
    body: { code: 'invalid-parameters', errors: [{ field: 'types', code: 'unknown-event' }] },
  })
})

test('Last-Event-ID wins over after unless it is empty, and both go on without a gap', async () => {
  const first = await open()
  for (let nth = 0; nth < 3; nth++) await createUser()
  const cursors = (await first.received(3)).map(({ id }) => id!)
  const resumed = await open(`?after=${cursors[0]}`)
  expect((await resumed.received(2)).map(({ id }) => id)).toEqual(cursors.slice(1))
  const wins = await open(`?after=${cursors[0]}`, { 'last-event-id': cursors[1]! })
  expect((await wins.received(1)).map(({ id }) => id)).toEqual(cursors.slice(2))
  const empty = await open(`?after=${cursors[1]}`, { 'last-event-id': '' })
  expect((await empty.received(1)).map(({ id }) => id)).toEqual(cursors.slice(2))
})

test('events that are sent are counted, also where several go out together', async () => {
  const first = await open()
  for (let nth = 0; nth < 3; nth++) await createUser()
  await first.received(3)
  const before = service.counters.fannedOut
  const resumed = await open(`?after=${first.frames[0]!.id}`)
  await resumed.received(3)
  expect(service.counters.fannedOut - before).toBe(3)
})

test('a cursor of another log gets a reset without an id, and the stream goes on live', async () => {
  const stream = await open('?after=0dead0:7')
  const user = await createUser()
  await stream.received(1)
  expect(stream.frames.slice(1)).toMatchObject([
    { data: { type: 'notification', notification: 'reset', cursor: expect.stringMatching(/^\w+:\d+$/) } },
    { id: expect.any(String), data: { event: 'user.created', data: { id: user.id } } },
  ])
  expect(stream.frames[1]).not.toHaveProperty('id')
})

test('a notice goes to those who hold its scope, without an id', async () => {
  const told = await newSecret({ scopes: ['read:events', 'read:users', 'manage:webhooks'] })
  const [holder, other] = [await open('', { 'x-api-key': told }), await open()]
  await settled(service)
  const details = { endpoint_id: 'whe_01KAJQ7W5M8XV2R4T6Y9B3D501' }
  service.messages.notify({ scope: 'manage:webhooks', notification: 'webhook.disabled', details })
  await createUser()
  await Promise.all([holder.received(1), other.received(1)])
  expect([holder, other].map(({ frames }) => frames.filter(({ id, data }) => data && !id))).toEqual([
    [{ data: { type: 'notification', notification: 'webhook.disabled', cursor: expect.any(String), ...details } }],
    [],
  ])
})

test('a stream leaves out events about records that its caller may not read, and refuses to name them', async () => {
  const orders = await newSecret({ scopes: ['read:events', 'read:orders'] })
  const stream = await open('', { 'x-api-key': orders })
  const { id } = await createUser()
  const items = [{ sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }]
  await service.admin.sdk.orders.create(id, { currency: 'EUR', items })
  await stream.received(1)
  expect(stream.frames.flatMap(({ data }) => (data ? [data['event']] : []))).toEqual(['order.created'])
  const refused = await fetch(`${url}/events?types=order.created,user.created`, { headers: { 'x-api-key': orders } })
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'insufficient-scope' }])
  expect(refused.headers.get('www-authenticate')).toContain('scope="read:users"')
})

test('EventSource comes again from where it was, and misses nothing', async () => {
  const seen: string[] = []
  const source = new EventSource(`${url}/events`, {
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, 'x-api-key': secret } }),
  })
  await once(source, 'open')
  source.addEventListener('message', ({ data }) => void seen.push(JSON.parse(data).data.id))
  const ids = [(await createUser()).id]
  await until(() => (seen.length === 1 ? true : undefined))
  service.app.server.closeAllConnections()
  ids.push((await createUser()).id)
  await until(() => (seen.length === 2 ? true : undefined))
  ids.push((await createUser()).id)
  await until(() => (seen.length === 3 ? true : undefined))
  expect(seen).toEqual(ids)
  source.close()
})

test.each([
  ['nobody', {}, '', 401, 'unauthenticated'],
  ['a malformed cursor', {}, '?after=x', 400, 'invalid-parameters'],
  ['an unknown parameter', {}, '?since=1', 400, 'invalid-parameters'],
  ['an Accept that excludes streams', { accept: 'application/json' }, '', 406, 'not-acceptable'],
])('%s is refused', async (who, headers, query, status, code) => {
  const caller = who === 'nobody' ? service.anonymous : service.withKey(secret)
  expect(await caller.rest(`GET /events${query}`, undefined, headers)).toMatchObject({ status, body: { code } })
  expect(service.counters.open.sse).toBe(0)
})

test.each([
  ['?after=', {}, 'after'],
  ['?after=x', {}, 'after'],
  ['', { 'last-event-id': 'x' }, 'Last-Event-ID'],
  ['?after=x', { 'last-event-id': 'y' }, 'Last-Event-ID'],
])('what is no cursor in %j with the headers %j is named %s', async (query, headers, field) => {
  const answer = await service.withKey(secret).rest(`GET /events${query}`, undefined, headers)
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ field, code: 'invalid-cursor', message: 'must be the cursor of an event, such as 1:42' }] },
  })
})

test('a key without read:events is 403', async () => {
  const caller = service.withKey(await newSecret({ scopes: ['read:users'] }))
  expect(await caller.rest('GET /events')).toMatchObject({
    status: 403,
    headers: { 'www-authenticate': 'ApiKey realm="roster", error="insufficient_scope", scope="read:events"' },
  })
})

test('HEAD answers the head alone, OPTIONS the methods, and others are 405', async () => {
  const head = await service.withKey(secret).rest('HEAD /events')
  expect(head).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: undefined })
  expect(await service.anonymous.rest('OPTIONS /events')).toMatchObject({
    status: 204,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  expect(await service.admin.rest('POST /events', {})).toMatchObject({ status: 405 })
})

test('the sixth stream of a caller is 429 with Retry-After, and a closed one makes room', async () => {
  for (let nth = 0; nth < 5; nth++) await open()
  const sixth = await service.withKey(secret).rest('GET /events')
  expect(sixth).toMatchObject({ status: 429, headers: { 'retry-after': '5' }, body: { code: 'rate-limited' } })
  expect((await Stream.open(`${url}/events`, { 'x-api-key': await newSecret() }).then(closed)).status).toBe(200)
  streams[0]!.close()
  await until(() => (service.counters.open.sse === 4 ? true : undefined))
  expect((await open()).response.status).toBe(200)
})

const closed = (stream: Stream) => {
  stream.close()
  return stream.response
}

test('a viewer sees the events of its own record and orders alone', async () => {
  const viewer = await createUser()
  const own = await newSecret({
    role: 'viewer',
    user_id: viewer.id,
    scopes: ['read:events', 'read:users', 'read:orders'],
  })
  await settled(service)
  const stream = await open('', { 'x-api-key': own })
  await createUser()
  const order = { currency: 'EUR', items: [{ sku: 'a', name: 'A', quantity: 1, unit_amount: 100 }] }
  await service.admin.sdk.orders.create((await createUser()).id, order)
  await service.admin.sdk.orders.create(viewer.id, order)
  await service.admin.sdk.users.update(viewer.id, { name: 'Grace' })
  const frames = await stream.received(2)
  expect(frames.map(({ data }) => data!['event'])).toEqual(['order.created', 'user.updated'])
})

test('a stream ends when its key is revoked', async () => {
  const key = await newKey()
  const stream = await open('', { 'x-api-key': key.secret })
  await service.admin.sdk.apiKeys.revoke(key.id)
  expect(await stream.ended).toBeUndefined()
})

test('a stream ends when its user is suspended', async () => {
  const viewer = await createUser()
  const own = await newSecret({
    role: 'viewer',
    user_id: viewer.id,
    scopes: ['read:events', 'read:users', 'read:orders'],
  })
  const stream = await open('', { 'x-api-key': own })
  await service.admin.sdk.users.update(viewer.id, { status: 'suspended' })
  expect(await stream.ended).toBeUndefined()
})

test('a stream ends when its user is demoted', async () => {
  const admins = ['ada', 'grace'].map((name) => ({ name, email: `${name}@example.com`, role: 'admin' }))
  const { body } = await service.admin.rest('POST /v1/users/batch', { users: admins })
  const [{ id: user_id }] = body.data
  const stream = await open('', { 'x-api-key': await newSecret({ user_id }) })
  await service.admin.rest(`PATCH /v1/users/${user_id}`, { role: 'viewer' })
  expect(await stream.ended).toBeUndefined()
})

test('a stream over HTTP/1.1 comes in chunks, and the connection is not used again', async () => {
  const answer = await sendRaw(
    Number(new URL(url).port),
    `GET /events HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n\r\n`,
  )
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'transfer-encoding': 'chunked', connection: 'close' },
    body: expect.stringMatching(/^[0-9a-f]+\r\nretry: 2000\nid: \w+:\d+\n\n\r\n$/),
  })
})

test('a stream whose head cannot be sent is a failure of ours, and harms nobody', async () => {
  const other = await startService({ beside: service, allowsOrigin: () => true })
  const headers = { 'x-api-key': secret, origin: 'https://例え.jp' }
  const answer = await other.app.inject({ url: '/events', headers })
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 'internal' }])
  expect(other.counters.open.sse).toBe(0)
  await other.stop()
})

test('a stream that goes on after a reset is narrowed as before', async () => {
  const stream = await open('?types=user.updated')
  await settled(service)
  await service.database.query({ text: `update event_log set epoch = 'restored'` })
  await until(() => stream.frames.find(({ data }) => data?.['notification'] === 'reset'))
  const { id } = await createUser()
  await service.admin.sdk.users.update(id, { name: 'Grace' })
  const [frame] = await stream.received(1)
  expect(frame!.data).toMatchObject({ event: 'user.updated', data: { id } })
})
