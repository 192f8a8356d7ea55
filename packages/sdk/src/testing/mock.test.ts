import { verifyWebhook } from '../webhooks.ts'
import { RateLimitError } from '../core/api-errors.ts'
import { ConnectionError, TimeoutError } from '../core/errors.ts'
import type { OauthClientsCreateBody } from '../resources/oauth-clients.ts'
import { Roster } from '../roster.ts'
import { createMock } from '../testing.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const clock = () => Date.parse('2026-11-21T09:30:00.000Z')
const mock = createMock({ seed: 7, users: 20, clock })
const clientOf = (apiKey = 'test') => new Roster({ apiKey, fetch: mock.fetch, logLevel: 'off' })
const roster = clientOf()
const grace = { name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' } as const

beforeEach(() => mock.reset())

test('the same seed gives the same records, and leads to the same ones', async () => {
  const [one, other, another] = [7, 7, 8].map((seed) => createMock({ seed, users: 20, clock }))
  for (const each of [one!, other!, another!])
    await new Roster({ apiKey: 'test', fetch: each.fetch }).users.create(grace)
  expect(other!.db).toEqual(one!.db)
  expect(another!.db).not.toEqual(one!.db)
})

test('what a client does is in the records, and what a test does there is what a client gets', async () => {
  const { id } = await roster.users.create(grace)
  expect(mock.db.users.find((user) => user.id === id)).toMatchObject(grace)
  mock.db.users.find((user) => user.id === id)!.name = 'Somebody else'
  expect(await roster.users.get(id)).toMatchObject({ name: 'Somebody else' })
})

test('a reset takes everything back', async () => {
  const before = structuredClone(mock.db)
  await roster.users.create(grace)
  mock.faults.failNext(500)
  mock.reset()
  expect(mock.db).toEqual(before)
  expect((await roster.users.list()).data).toHaveLength(20)
})

const machine: OauthClientsCreateBody = {
  name: 'Nightly',
  type: 'confidential',
  grant_types: ['client_credentials'],
  scopes: ['read:users'],
}

test('what a test changes in a record is no default of later ones, and of no other mock', async () => {
  const create = (of: Roster) => of.oauthClients.create(machine)
  await create(roster)
  mock.db.oauthClients.at(-1)!.redirect_uris.push('https://a.example/callback')
  expect((await create(roster)).redirect_uris).toEqual([])
  const other = new Roster({ apiKey: 'test', fetch: createMock({ clock }).fetch })
  expect((await create(other)).redirect_uris).toEqual([])
})

test('a viewer sees itself alone', async () => {
  const viewer = mock.db.users.find((user) => user.role === 'viewer' && user.status === 'active')!
  expect((await clientOf(mock.createKey()).users.list()).data).toEqual([viewer])
})

test('a key acts as the user that it is given, else as the first who is active in its role', async () => {
  const [first, second, third] = mock.db.users.filter(({ role, status }) => role === 'viewer' && status === 'active')
  const seenBy = async (key: string) => (await clientOf(key).users.list()).data
  expect(await seenBy(mock.createKey({ user_id: third!.id }))).toEqual([third])
  first!.status = 'suspended'
  expect(await seenBy(mock.createKey())).toEqual([second])
})

test('an event that is emitted is seen by whose it is, and by no other viewer', async () => {
  const viewers = mock.db.users.filter(({ role, status }) => role === 'viewer' && status === 'active')
  const { id } = mock.emit('user.updated', { id: viewers[0]!.id })
  const seen = viewers.slice(0, 2).map(async ({ id: user_id }) => {
    const key = mock.createKey({ user_id })
    return (await clientOf(key).events.list({ after: '' })).data.map((event) => event.id)
  })
  expect(await Promise.all(seen)).toEqual([[id], []])
})

test('links lead to the address of the mock, whether or not a slash is at its end', async () => {
  const elsewhere = createMock({ baseUrl: 'https://example.com/roster/' })
  const client = new Roster({ apiKey: 'test', fetch: elsewhere.fetch, baseUrl: elsewhere.baseUrl })
  const { data, response } = await client.users.create(grace).withResponse()
  expect(elsewhere.baseUrl).toBe('https://example.com/roster')
  expect(response.headers.get('location')).toBe(`https://example.com/roster/v1/users/${data.id}`)
})

test('an export takes the time that it is told to, by the clock', async () => {
  let time = clock()
  const slow = createMock({ clock: () => time, exportTime: 5_000 })
  const { exports } = new Roster({ apiKey: 'test', fetch: slow.fetch })
  const { id } = await exports.create({ format: 'csv' })
  const statuses = []
  for (const pause of [4_999, 1]) {
    time += pause
    statuses.push((await exports.get(id)).status)
  }
  expect(statuses).toEqual(['pending', 'succeeded'])
})

test('an export is made, and its file resumes after a broken connection', async () => {
  const made = await roster.exports.create({ format: 'csv' })
  mock.faults.dropConnection({ path: `/v1/exports/${made.id}/file`, after: 100 })
  const text = await new Response(await roster.exports.download(made.id)).text()
  expect(text.split('\r\n')).toHaveLength(22)
  expect(await roster.exports.get(made.id)).toMatchObject({ status: 'succeeded', file: { size: text.length } })
})

test.each([
  ['an event', () => mock.emit('user.nope' as never), /^There is no event "user\.nope"\. Pass one of user\.created, /],
  ['an event', () => mock.deliverWebhook(() => new Response(), undefined as never), /^There is no event undefined\./],
  ['a status', () => mock.faults.failNext(200), /^The status is 200\. Pass one from 400 to 599\.$/],
  ['a status', () => mock.faults.failNext(undefined as never), /^The status is undefined/],
  ['an error', () => mock.faults.failNext(400, { code: 'nope' as never }), /^There is no error "nope"/],
  ['a count', () => mock.faults.failNext(500, { times: 0 }), /^`times` is 0/],
])('%s that there cannot be is refused, with what to pass: %s', async (_what, misuse, message) => {
  const failure = await Promise.resolve()
    .then(misuse)
    .catch((reason: unknown) => reason)
  expect(failure).toMatchObject({ name: 'RosterError', message: expect.stringMatching(message) })
})

describe('faults', () => {
  test('a request fails as often as it is told to', async () => {
    mock.faults.failNext(429, { retryAfter: 7, path: '/v1/users', times: 2 })
    expect(await roster.me.get()).toMatchObject({ role: 'admin' })
    for (let count = 0; count < 2; count++)
      await expect(roster.users.create(grace, { maxRetries: 0 })).rejects.toMatchObject({ retryAfter: 7 })
    await expect(roster.users.create(grace, { maxRetries: 0 })).resolves.toMatchObject(grace)
  })

  test('a failure has the class and the code of its status', async () => {
    mock.faults.failNext(429, { retryAfter: 1 })
    await expect(roster.me.get({ maxRetries: 0 })).rejects.toBeInstanceOf(RateLimitError)
    mock.faults.failNext(412)
    await expect(roster.me.get({ maxRetries: 0 })).rejects.toMatchObject({ status: 412, code: 'version-conflict' })
    mock.faults.failNext(409, { code: 'last-admin' })
    await expect(roster.me.get({ maxRetries: 0 })).rejects.toMatchObject({ status: 409, code: 'last-admin' })
  })

  test('slow answers run into the timeout', async () => {
    mock.faults.latency(1_000)
    await expect(roster.me.get({ timeout: 5, maxRetries: 0 })).rejects.toBeInstanceOf(TimeoutError)
  })

  test('a write whose answer was lost has one effect', async () => {
    mock.faults.dropConnection()
    await expect(roster.users.create(grace, { maxRetries: 0, idempotencyKey: 'a' })).rejects.toBeInstanceOf(
      ConnectionError,
    )
    await roster.users.create(grace, { idempotencyKey: 'a' })
    expect(mock.db.users.filter(({ email }) => email === grace.email)).toHaveLength(1)
  })
})

test('one maker may have as much as the mock is told, and then no more', async () => {
  const limited = createMock({ limits: { endpoints: 1 } })
  const { webhookEndpoints } = new Roster({ apiKey: 'test', fetch: limited.fetch })
  const create = () => webhookEndpoints.create({ url: 'https://example.com/hooks' })
  const { id } = await create()
  await expect(create()).rejects.toMatchObject({ status: 409, code: 'limit-reached' })
  await webhookEndpoints.delete(id)
  await create()
})

test('without a receiver deliveries wait', async () => {
  const alone = createMock({ webhookAllow: ['127.0.0.0/8'] })
  const client = new Roster({ apiKey: 'test', fetch: alone.fetch })
  const { id } = await client.webhookEndpoints.create({ url: 'http://127.0.0.1:4000/hooks' })
  alone.emit('user.created')
  await alone.deliverDue()
  expect((await client.webhookEndpoints.deliveries(id)).data).toMatchObject([{ status: 'pending', attempts: [] }])
})

describe('events', () => {
  const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
    new TextDecoder().decode((await reader.read()).value)

  async function follow(headers: Record<string, string> = {}, query = '') {
    const url = `${mock.baseUrl}/events${query}`
    const response = await mock.fetch(url, { headers: { 'x-api-key': 'test', ...headers } })
    return { response, reader: response.body!.getReader() }
  }

  test('a stream has what happens, after what a client missed', async () => {
    const first = mock.emit('user.updated', { name: 'Ada King' })
    const second = mock.emit('user.deleted')
    const { response, reader } = await follow({ 'last-event-id': first.cursor })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const { event, id, cursor, created_at, data } = second
    const update = JSON.stringify({ type: 'update', event, id, created_at, data })
    expect(await read(reader)).toBe(`retry: 2000\nid: ${first.cursor}\n\n`)
    expect(await read(reader)).toBe(`id: ${cursor}\ndata: ${update}\n\n`)
    await roster.users.create(grace)
    expect(await read(reader)).toContain('"event":"user.created"')
    await reader.cancel()
  })

  test('an event says who did it', async () => {
    const actor = { type: 'user', id: mock.db.users[0]!.id } as const
    expect(mock.emit('user.deleted', {}, { actor })).toMatchObject({ actor })
    expect(mock.emit('user.deleted')).toMatchObject({ actor: null })
    await roster.users.create(grace)
    const { principal } = await roster.me.get()
    expect(mock.db.events.at(-1)).toMatchObject({ actor: { type: 'api_key', id: principal.id } })
    const made = await roster.exports.create({ format: 'csv' })
    await roster.exports.get(made.id)
    expect(mock.db.events.at(-1)).toMatchObject({
      event: 'export.succeeded',
      actor: { type: 'system', id: 'exports' },
    })
  })

  test('a cursor of another log is reset, and one that is none is refused', async () => {
    const { reader } = await follow({}, '?after=other:1')
    expect(await read(reader)).toContain('retry: 2000')
    expect(await read(reader)).toContain('"notification":"reset"')
    const { response } = await follow({}, '?after=nonsense').catch(() => ({ response: undefined }))
    expect(response?.status).toBe(400)
    mock.reset()
    await expect(read(reader)).rejects.toThrow('fetch failed')
  })

  test('five streams are open to a caller, and a ticket opens one', async () => {
    const { ticket } = await roster.realtime.ticket()
    const open = await Promise.all([1, 2, 3, 4].map(() => follow()))
    const byTicket = await mock.fetch(`${mock.baseUrl}/events?ticket=${ticket}`)
    expect(byTicket.status).toBe(200)
    expect((await follow()).response.status).toBe(429)
    await open[0]!.reader.cancel()
    expect((await follow()).response.status).toBe(200)
  })

  test('a webhook is delivered with a signature that holds', async () => {
    const { id } = await roster.users.create(grace)
    const answer = await mock.deliverWebhook(async (request) => {
      const event = await verifyWebhook(await request.text(), request.headers, mock.webhookSecret, {
        now: () => new Date(clock()),
      })
      return Response.json(event)
    }, 'user.created')
    expect(await answer.json()).toEqual(
      expect.objectContaining({ event: 'user.created', data: expect.objectContaining({ id }) }),
    )
  })
})

test('a client gets a token of its own', async () => {
  const client = await roster.oauthClients.create(machine)
  const clientCredentials = { clientId: client.client_id, clientSecret: client.client_secret!, scope: 'read:users' }
  const own = new Roster({ clientCredentials, fetch: mock.fetch, logLevel: 'off' })
  expect(await own.me.get()).toMatchObject({ role: 'service', scopes: ['read:users'] })
})
