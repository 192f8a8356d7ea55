import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { NOW, type Service, startService } from '@roster/test/service'
import { hashOf, isSecret } from '../crypto/secret.ts'

const machine = { name: 'Nightly import', role: 'admin', scopes: ['read:users'] }

describe.each(PROTOCOLS)('apiKeys.create over %s', (protocol) => {
  let service: Service
  let admin: Call
  let viewerId: string
  let adminId: string
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    const created = await admin('users.createMany', {
      users: [
        { name: 'Vera', email: 'vera@example.com', role: 'viewer' },
        { name: 'Ada', email: 'ada@example.com', role: 'admin' },
      ],
    })
    ;[viewerId, adminId] = created.body.data.map((user: { id: string }) => user.id)
  })
  afterAll(() => service.stop())

  const create = (members: object = {}) => admin('apiKeys.create', { ...machine, ...members })

  test('answers 201 with the key and its secret', async () => {
    const { status, body } = await create()
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.toBeId('key'),
        ...machine,
        user_id: null,
        prefix: body.secret.slice(0, 12),
        expires_at: null,
        last_used_at: null,
        created_by: { type: 'api_key', id: expect.toBeId('key') },
        created_at: NOW,
        secret: expect.any(String),
      },
    })
    expect(isSecret('rk_', body.secret)).toBe(true)
  })

  test('the secret is shown this once, and only its hash is stored', async () => {
    const { secret, ...key } = (await create()).body
    expect(await admin('apiKeys.get', { key_id: key.id })).toEqual({ status: 200, body: key })
    const rows = await service.database.query<{ secret_hash: string }>({
      text: `select * from api_keys where id = '${key.id}'`,
    })
    const log = await service.database.query({ text: 'select * from events' })
    expect(rows).toMatchObject([{ secret_hash: hashOf(secret) }])
    expect(JSON.stringify([rows, log])).not.toContain(secret)
  })

  test('leaves one event with the key, without its secret and owned by nobody', async () => {
    let body: any
    const events = await eventsOf(service, async () => ({ body } = await create()))
    const { secret: _secret, ...key } = body
    expect(events).toEqual([{ event: 'api_key.created', user_id: null, data: key }])
  })

  test('the role is viewer where none is given', async () => {
    const { status, body } = await admin('apiKeys.create', { name: 'X', scopes: ['read:users'], user_id: viewerId })
    expect({ status, body }).toMatchObject({ status: 201, body: { role: 'viewer', user_id: viewerId } })
  })

  test('a scope that is named twice is held once', async () => {
    expect(await create({ scopes: ['read:users', 'read:users'] })).toMatchObject({ body: { scopes: ['read:users'] } })
  })

  test('who names no role is told which one the key would have', async () => {
    const { body } = await create({ role: undefined, scopes: ['write:users'] })
    expect(body.errors.map(({ field, message }: Record<string, string>) => [field, message])).toEqual([
      ['scopes.0', 'cannot be held by the role viewer, which is the default'],
      ['user_id', 'is required for a key in the role viewer, which is the default'],
    ])
  })

  test('an expiry is kept as an instant in UTC', async () => {
    expect(await create({ expires_at: '2027-01-01T02:00:00.1239+02:00' })).toMatchObject({
      status: 201,
      body: { expires_at: '2027-01-01T00:00:00.123Z' },
    })
  })

  test.each([
    ['a viewer without a user', { role: 'viewer' }, ['user_id required']],
    ['no role and no user', { role: undefined }, ['user_id required']],
    [
      'a viewer with scopes beyond its role',
      () => ({ role: 'viewer', user_id: viewerId, scopes: ['read:users', 'write:users', 'manage:keys'] }),
      ['scopes.1 beyond-role', 'scopes.2 beyond-role'],
    ],
    ['an admin key for a viewer', () => ({ user_id: viewerId }), ['user_id beyond-role']],
    ['an unknown user', { user_id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501' }, ['user_id unknown-user']],
    ['what names no user', { user_id: 'key_x' }, ['user_id unknown-user']],
    ['what can name nobody', { user_id: 'usr\u0000' }, ['user_id unknown-user']],
    ['half a character for a user', { user_id: '\ud800' }, ['user_id unknown-user']],
    ['an unknown scope', { scopes: ['read:users', 'read:minds'] }, ['scopes.1 invalid-value']],
    ['no scope', { scopes: [] }, ['scopes too-small']],
    ['an unknown role', { role: 'service' }, ['role invalid-value']],
    ['an empty name', { name: ' ' }, ['name too-small']],
    ['an expiry now', { expires_at: NOW }, ['expires_at past']],
    ['an expiry that is no instant', { expires_at: '2027-02-30T00:00:00Z' }, ['expires_at invalid-format']],
    ['an expiry that is no text of one', { expires_at: 'soon' }, ['expires_at invalid-format']],
    ['an expiry after the year 9999', { expires_at: '9999-12-31T23:59:59-23:00' }, ['expires_at invalid-format']],
    ['a secret', { secret: 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi' }, ['secret unknown-member']],
  ])('refuses %s with 422', async (_what, members, faults) => {
    const answer = await create(typeof members === 'function' ? members() : members)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(answer)).toEqual(faults)
  })

  test('a deleted user is unknown', async () => {
    const { body } = await admin('users.create', { name: 'X', email: 'x@example.com', role: 'viewer' })
    await admin('users.delete', { user_id: body.id })
    expect(faultsOf(await create({ role: 'viewer', user_id: body.id }))).toEqual(['user_id unknown-user'])
  })

  test('grants no scope that the caller does not hold: 403', async () => {
    const limited = over(protocol, await service.caller({ scopes: ['manage:keys', 'read:users'] }))
    expect(await limited('apiKeys.create', machine)).toMatchObject({ status: 201 })
    expect(await limited('apiKeys.create', { ...machine, scopes: ['read:users', 'write:users'] })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('write:users') },
    })
  })

  test('a key for an admin user acts in its role', async () => {
    const { body } = await create({ user_id: adminId })
    const me = await over(protocol, service.withKey(body.secret))('me.get')
    expect(me).toMatchObject({ status: 200, body: { role: 'admin', user: { id: adminId } } })
  })
})

test('over REST the answer is not to be stored, and has the Location of the key', async () => {
  const service = await startService()
  const { body, headers } = await service.admin.rest('POST /v1/api-keys', machine)
  expect(headers).toMatchObject({
    location: `http://roster.test/v1/api-keys/${body.id}`,
    'cache-control': 'no-store',
  })
  await service.stop()
})
