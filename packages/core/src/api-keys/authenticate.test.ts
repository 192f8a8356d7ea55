import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Roster, User, UsersUpdateBody } from '@roster/sdk'
import { type Service, startService } from '@roster/test/service'
import { Access } from '../contract/access.ts'
import { hashOf } from '../crypto/secret.ts'
import { principalOfKey } from './authenticate.ts'

const HOUR = 60 * 60 * 1_000

let service: Service
let admin: Roster
let user: User
let count = 0
beforeAll(async () => {
  service = await startService()
  admin = service.admin.sdk
  await admin.users.create({ name: 'Other', email: 'other@example.com', role: 'admin' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await admin.users.create({ name: 'Ada', email: `ada${count++}@example.com`, role: 'admin' })
})

const ownKey = () => service.caller({ user_id: user.id })
const change = (members: UsersUpdateBody) => admin.users.update(user.id, members)

test('a key ends at its expiry', async () => {
  const expires_at = new Date(service.clock.now() + HOUR).toISOString()
  const { secret } = await admin.apiKeys.create({ name: 'X', role: 'admin', scopes: ['read:users'], expires_at })
  const key = service.withKey(secret)
  service.clock.advance(HOUR - 1)
  expect(await key.rest('GET /v1/me')).toMatchObject({ status: 200 })
  service.clock.advance(1)
  expect(await key.rest('GET /v1/me')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('the keys of a suspended user stop at once, and work again once it is active', async () => {
  const key = await ownKey()
  await change({ status: 'suspended' })
  expect(await key.rest('GET /v1/me')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await key.rpc('me.get')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  await change({ status: 'active' })
  expect(await key.rest('GET /v1/me')).toMatchObject({ status: 200 })
})

test('the admin key of a demoted user acts as a viewer, and no scope of it goes beyond', async () => {
  const key = await ownKey()
  await change({ role: 'viewer' })
  expect(await key.sdk.me.get()).toMatchObject({ role: 'viewer', scopes: ['read:users', 'read:orders', 'read:events'] })
  const { data } = await key.sdk.users.list()
  expect(data.map(({ id }) => id)).toEqual([user.id])
  expect(await key.rest('POST /v1/users', {})).toMatchObject({ status: 403 })
})

test("a viewer's key of an administrator acts as a viewer, and sees that user alone", async () => {
  const key = await service.caller({ role: 'viewer', scopes: ['read:users'], user_id: user.id })
  expect(await key.sdk.me.get()).toMatchObject({ role: 'viewer', scopes: ['read:users'] })
  const { data } = await key.sdk.users.list()
  expect(data.map(({ id }) => id)).toEqual([user.id])
})

test('a key whose role and that of its user do not cover each other has what both allow', async () => {
  const roles = {
    admin: { scopes: ['read:users', 'write:users'], records: 'all' },
    viewer: { scopes: ['read:users', 'read:orders'], records: 'own' },
  } as const
  const { scopes, scopeFor } = service.application.access
  const access = new Access({ scopes, scopeFor, roles })
  const { secret } = await admin.apiKeys.create({
    name: 'X',
    role: 'viewer',
    scopes: ['read:users', 'read:orders'],
    user_id: user.id,
  })
  const key = await principalOfKey({ ...service, access }, hashOf(secret), service.clock.now())
  expect(key).toMatchObject({ role: 'viewer', scopes: new Set(['read:users']), owner: user.id })
})

test('the key of a deleted user is told that what it saw is gone, and is refused all else', async () => {
  const { id } = await admin.users.create({ name: 'Eva', email: 'eva@example.com', role: 'viewer' })
  const key = await service.caller({
    role: 'viewer',
    scopes: ['read:users', 'read:orders', 'read:events'],
    user_id: id,
  })
  const made = await key.rest('POST /v1/exports', { format: 'csv' }, { 'idempotency-key': 'once' })
  await admin.users.delete(id)
  for (const path of ['', '/orders', '/orders/ord_01KAJQ7W5M8XV2R4T6Y9B3D501'])
    expect(await key.rest(`GET /v1/users/${id}${path}`)).toMatchObject({ status: 410, body: { code: 'gone' } })
  const paths = ['me', 'users', 'events', `exports/${made.body.id}`, `exports/${made.body.id}/file`]
  const refused = [
    ...(await Promise.all(paths.map((path) => key.rest(`GET /v1/${path}`)))),
    await key.rest('GET /events'),
    await key.rest('POST /v1/realtime/tickets'),
    await key.rest('POST /v1/exports', { format: 'csv' }, { 'idempotency-key': 'once' }),
    await key.rpc('me.get'),
  ]
  for (const answer of refused)
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'ApiKey realm="roster"' },
      body: { code: 'unauthenticated' },
    })
})

test('the key of a deleted user does no work that takes no record', async () => {
  const { id } = await admin.users.create({ name: 'Max', email: 'max@example.com', role: 'viewer' })
  const key = await service.caller({ role: 'viewer', scopes: ['read:users'], user_id: id })
  await admin.users.delete(id)
  const text = 'select count(*)::int as count from exports'
  const [before] = await service.database.query({ text })
  expect(await key.rest('POST /v1/exports', { format: 'pdf' })).toMatchObject({ status: 401 })
  expect(await key.rest('POST /v1/exports', { format: 'csv' })).toMatchObject({ status: 401 })
  expect(await service.database.query({ text })).toEqual([before])
})

test('the key of a deleted administrator may do no more than that of a viewer', async () => {
  const key = await ownKey()
  await admin.users.delete(user.id)
  expect(await key.rest('DELETE /v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D501')).toMatchObject({ status: 403 })
  expect(await key.rest('GET /v1/api-keys')).toMatchObject({ status: 403 })
})

test.each([
  ['of the right form that no key has', 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'],
  ['with a wrong checksum', 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGj'],
  ['of another form', 'secret'],
  ['that is empty', ''],
])('a secret %s is 401', async (_what, secret) => {
  expect(await service.withKey(secret).rest('GET /v1/me')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('a key says when it was last used, to the minute, and one that was not used says nothing', async () => {
  const create = (name: string) => admin.apiKeys.create({ name, role: 'admin', scopes: ['read:users'] })
  const keys = [await create('Used'), await create('Unused')] as const
  const use = ({ secret }: { secret: string }) => service.withKey(secret).rest('GET /v1/me')
  const lastUses = () => Promise.all(keys.map(async ({ id }) => (await admin.apiKeys.get(id)).last_used_at))
  const now = () => new Date(service.clock.now()).toISOString()
  const first = now()
  await use(keys[0])
  await expect.poll(lastUses).toEqual([first, null])
  service.clock.advance(59_999)
  const later = now()
  await use(keys[0])
  await use(keys[1])
  await expect.poll(lastUses).toEqual([first, later])
})
