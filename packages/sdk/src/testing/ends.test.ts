import { Roster } from '../roster.ts'
import { createMock } from '../testing.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const START = Date.parse('2026-11-21T09:30:00.000Z')
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]

let time = START
const mock = createMock({ seed: 7, users: 5, clock: () => time, quotas: { write: 3 } })
const clientOf = (apiKey = 'test') => new Roster({ apiKey, fetch: mock.fetch, logLevel: 'off', maxRetries: 0 })
const roster = clientOf()
const statusOf = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await mock.fetch(mock.baseUrl + path, { headers })
  await body?.cancel()
  return status
}
const after = (milliseconds: number) => {
  time = START + milliseconds
}
const unauthenticated = { status: 401, code: 'unauthenticated' }

beforeEach(() => {
  mock.reset()
  time = START
})

/** What something is before it ends, and when it has. */
async function around<Result>(end: number, look: () => Promise<Result>): Promise<Result[]> {
  const seen: Result[] = []
  for (const moment of [end - 1, end]) {
    after(moment)
    seen.push(await look())
  }
  return seen
}

/** A client that has a token, and what the mock answers to that. */
async function clientWithToken() {
  const { client_id, client_secret } = await roster.oauthClients.create({
    name: 'Nightly',
    type: 'confidential',
    grant_types: ['client_credentials'],
    scopes: ['read:users'],
  })
  const answer = await mock.fetch(`${mock.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { client_id, use: () => statusOf('/v1/me', { authorization: `Bearer ${access_token}` }) }
}

test('an access token ends with its client, and those of other clients go on', async () => {
  const [one, other] = [await clientWithToken(), await clientWithToken()]
  await roster.oauthClients.delete(one.client_id)
  expect([await one.use(), await other.use()]).toEqual([401, 200])
})

test('a ticket ends with the credential that it was issued to', async () => {
  const key = await roster.apiKeys.create({ name: 'Live', role: 'admin', scopes: ['read:events'] })
  const tickets = [await clientOf(key.secret).realtime.ticket(), await clientOf(key.secret).realtime.ticket()]
  const open = () => statusOf(`/events?ticket=${tickets.shift()!.ticket}`)
  const before = await open()
  await roster.apiKeys.revoke(key.id)
  expect([before, await open()]).toEqual([200, 401])
})

test('a quota does not last longer because the clock was set back', async () => {
  const create = () => roster.apiKeys.create({ name: 'Some', role: 'admin', scopes: ['read:users'] })
  after(HOUR)
  for (let nth = 0; nth < 3; nth++) await create()
  await expect(create()).rejects.toMatchObject({ status: 429 })
  time = START
  expect(await create()).toMatchObject({ name: 'Some' })
})

describe('what ends by the clock', () => {
  test('a ticket, after 30 seconds', async () => {
    const tickets = [await roster.realtime.ticket(), await roster.realtime.ticket()]
    expect(await around(30 * SECOND, () => statusOf(`/events?ticket=${tickets.shift()!.ticket}`))).toEqual([200, 401])
  })

  test('an access token, after 15 minutes and the one by which clocks may differ', async () => {
    const { use } = await clientWithToken()
    expect(await around(16 * MINUTE, use)).toEqual([200, 401])
  })

  test('an API key, when it says so', async () => {
    const expires_at = new Date(START + HOUR).toISOString()
    const { secret } = await roster.apiKeys.create({ name: 'Short', role: 'admin', scopes: ['read:users'], expires_at })
    expect(await around(HOUR, () => statusOf('/v1/me', { 'x-api-key': secret }))).toEqual([200, 401])
  })

  test('the secret of an API key that has another, after a day', async () => {
    const key = await roster.apiKeys.create({ name: 'Rotated', role: 'admin', scopes: ['read:users'] })
    await roster.apiKeys.rotate(key.id)
    expect(await around(DAY, () => statusOf('/v1/me', { 'x-api-key': key.secret }))).toEqual([200, 401])
  })

  test('a quota that is used up, after a minute', async () => {
    const { id } = mock.db.users[0]!
    const rename = (client: Roster, name: string) => client.users.update(id, { name }).catch((error: unknown) => error)
    for (const name of ['A', 'B', 'C']) expect(await rename(roster, name)).toMatchObject({ name })
    const limited = { status: 429, code: 'rate-limited' }
    expect(await around(MINUTE, () => rename(roster, 'D'))).toEqual([
      expect.objectContaining(limited),
      expect.objectContaining({ name: 'D' }),
    ])
  })

  test('an idempotency key, after a day', async () => {
    const { id } = mock.db.users[0]!
    const rename = async () => {
      const call = roster.users.update(id, { name: 'Ada' }, { idempotencyKey: 'once' })
      return (await call.withResponse()).response.headers.get('idempotent-replayed')
    }
    expect(await rename()).toBe(null)
    expect(await around(DAY + 1, rename)).toEqual(['true', null])
  })

  test('a cursor, after a day', async () => {
    const { next_cursor } = await roster.users.list({ limit: 2 })
    const list = () => statusOf(`/v1/users?limit=2&cursor=${next_cursor}`, { 'x-api-key': 'test' })
    expect(await around(DAY + 1, list)).toEqual([200, 400])
  })

  test('an event and its deliveries, after 30 days', async () => {
    const { id } = await roster.webhookEndpoints.create({ url: 'https://example.com/hooks', events: ['*'] })
    const { cursor } = mock.emit('user.created')
    const kept = async () => [
      (await roster.events.list({ after: '' })).data.map((event) => event.cursor),
      (await roster.webhookEndpoints.deliveries(id)).data.length,
    ]
    expect(await around(30 * DAY + 1, kept)).toEqual([
      [[cursor], 1],
      [[], 0],
    ])
  })
})

test('a quota is that of one caller, and reads use up none of writes', async () => {
  const other = clientOf(mock.createKey({ role: 'admin' }))
  const { id } = mock.db.users[0]!
  for (let count = 0; count < 3; count++) await roster.users.get(id)
  for (const name of ['A', 'B', 'C']) await roster.users.update(id, { name })
  await expect(roster.users.update(id, { name: 'D' })).rejects.toMatchObject({ status: 429 })
  expect(await roster.users.get(id)).toMatchObject({ name: 'C' })
  expect(await other.users.update(id, { name: 'E' })).toMatchObject({ name: 'E' })
})

test('an idempotency key is that of one caller at one path', async () => {
  const other = clientOf(mock.createKey({ role: 'admin' }))
  const [one, two] = mock.db.users
  const options = { idempotencyKey: 'once' }
  const rename = async (client: Roster, { id }: { id: string }) =>
    (await client.users.update(id, { name: 'Ada' }, options).withResponse()).response.headers.get('idempotent-replayed')
  expect([await rename(roster, one!), await rename(roster, two!), await rename(other, one!)]).toEqual([
    null,
    null,
    null,
  ])
  expect(await rename(roster, one!)).toBe('true')
})

test('requests that come at once take effect one after another: under one key they have one', async () => {
  const { id } = mock.db.users[0]!
  const call = () => roster.users.update(id, { name: 'Ada' }, { idempotencyKey: 'once' })
  const [one, other] = await Promise.all([call(), call()])
  expect(other).toEqual(one)
  expect(one).toMatchObject({ version: 2 })
})

test('a cursor is of one caller, and records have their identifier whichever fields are asked for', async () => {
  const { next_cursor, data } = await roster.users.list({ limit: 2, fields: 'name' })
  expect(data).toEqual(
    mock.db.users
      .toReversed()
      .slice(0, 2)
      .map(({ id, name }) => ({ id, name })),
  )
  const other = clientOf(mock.createKey({ role: 'admin' }))
  await expect(other.users.list({ limit: 2, cursor: next_cursor! })).rejects.toMatchObject({
    status: 400,
    errors: [{ field: 'cursor', code: 'invalid-cursor' }],
  })
})

test('the key of a user does what that user may do now, and says when it was used', async () => {
  const user = mock.db.users.find(({ role, status }) => role === 'viewer' && status === 'active')!
  const client = clientOf(mock.createKey({ user_id: user.id }))
  after(90 * SECOND)
  await client.me.get()
  expect(mock.db.apiKeys.find(({ user_id }) => user_id === user.id)).toMatchObject({
    last_used_at: '2026-11-21T09:31:00.000Z',
  })
  user.status = 'suspended'
  await expect(client.me.get()).rejects.toMatchObject(unauthenticated)
})
