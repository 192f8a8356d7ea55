import { beforeEach, expect, test } from 'vitest'
import { Roster } from '../roster.ts'
import { createMock } from '../testing.ts'

const clock = () => Date.parse('2026-11-21T09:30:00.000Z')
const mock = createMock({ seed: 7, users: 20, clock, quotas: { write: 5 } })
const clientOf = (apiKey = 'test') => new Roster({ apiKey, fetch: mock.fetch, logLevel: 'off', maxRetries: 0 })
const roster = clientOf()
const grace = { name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' } as const

beforeEach(() => mock.reset())

test('a credential without the scope is refused', async () => {
  const reader = clientOf(mock.createKey({ role: 'admin', scopes: ['read:users'] }))
  await expect(reader.users.create(grace)).rejects.toMatchObject({ status: 403, code: 'insufficient-scope' })
})

test('a change that is based on an obsolete version is refused', async () => {
  const { id } = await roster.users.create(grace)
  await roster.users.update(id, { name: 'Grace', version: 1 })
  const change = roster.users.update(id, { name: 'Hopper', version: 1 })
  await expect(change).rejects.toMatchObject({ status: 409, code: 'version-conflict' })
})

test('a key repeats the answer to the same request, and refuses another one', async () => {
  const options = { idempotencyKey: 'once' }
  const first = await roster.users.create(grace, options)
  expect(await roster.users.create(grace, options)).toEqual(first)
  const another = roster.users.create({ ...grace, name: 'Ada Lovelace' }, options)
  await expect(another).rejects.toMatchObject({ status: 422, code: 'idempotency-key-reused' })
})

test('a key repeats the answer at the same path, whichever of its characters are encoded', async () => {
  const { id } = await roster.users.create(grace)
  const headers = { 'x-api-key': 'test', 'content-type': 'application/json', 'idempotency-key': 'once' }
  const rename = (path: string) => mock.fetch(mock.baseUrl + path, { method: 'PATCH', headers, body: '{"name":"Ada"}' })
  expect((await rename(`/v1/users/${id}`)).status).toBe(200)
  const again = await rename(`/v1/users/${id.replace('_', '%5F')}`)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
})

test('a ticket opens one stream', async () => {
  const { ticket } = await roster.realtime.ticket()
  const open = () => mock.fetch(`${mock.baseUrl}/events?ticket=${ticket}`)
  const first = await open()
  expect([first.status, (await open()).status]).toEqual([200, 401])
  await first.body?.cancel()
})

test('a quota is used up, and says when it is not any more', async () => {
  const create = (nth: number) => roster.users.create({ ...grace, email: `grace${nth}@example.com` })
  for (let nth = 0; nth < 5; nth++) await create(nth)
  await expect(create(5)).rejects.toMatchObject({ status: 429, code: 'rate-limited', retryAfter: 60 })
})
