import { access, naming, scopes } from '@roster/api'
import { Access } from '@roster/core/contract'
import { onPostgres } from '@roster/test/database'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf, newSecret } from '../crypto/secret.ts'
import { createFirstKey, ensureAdminKey, widenSetupKeys } from './first-key.ts'

const DAY = 24 * 60 * 60 * 1_000

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const start = (secret: string) =>
  ensureAdminKey({ database: service.database, access, naming }, secret, service.clock.now())
const statusOf = async (secret: string) => (await service.withKey(secret).rest('GET /v1/me')).status

/** A key that a start has made from its setting. */
async function configured() {
  const secret = newSecret(naming.secretPrefixes.apiKey)
  expect([await start(secret), await statusOf(secret)]).toEqual([true, 200])
  const { id } = (await keysOf(secret))[0]!
  return { secret, id }
}

const keysOf = (secret: string) =>
  service.database.query<{ id: string }>(
    { text: 'select id from api_keys where configured_hash = $1 or secret_hash = $1' },
    [hashOf(secret)],
  )

test('a key of the settings is made once, whoever starts', async () => {
  const { secret } = await configured()
  expect(await Promise.all([start(secret), start(secret)])).toEqual([true, true])
  expect(await keysOf(secret)).toHaveLength(1)
})

test('one that was revoked stays so at every start, which says so', async () => {
  const { secret, id } = await configured()
  await service.admin.sdk.apiKeys.revoke(id)
  expect([await start(secret), await start(secret), await statusOf(secret)]).toEqual([false, false, 401])
})

test('so does one whose secret was replaced, once the old one has ended', async () => {
  const { secret, id } = await configured()
  await service.admin.sdk.apiKeys.rotate(id)
  expect([await start(secret), await statusOf(secret)]).toEqual([true, 200])
  await service.admin.sdk.apiKeys.rotate(id)
  expect([await start(secret), await statusOf(secret), await keysOf(secret)]).toEqual([false, 401, [{ id }]])
})

test('one that a caller has made is known too, however often its secret was replaced since', async () => {
  const made = await service.admin.sdk.apiKeys.create({ name: 'X', role: 'admin', scopes: ['read:users'] })
  expect(await start(made.secret)).toBe(true)
  for (let time = 0; time < 2; time++) await service.admin.sdk.apiKeys.rotate(made.id)
  expect([await start(made.secret), await keysOf(made.secret)]).toEqual([false, [{ id: made.id }]])
})

test('so does one that has expired, and one that was replaced a day ago', async () => {
  const expires_at = new Date(service.clock.now() + DAY).toISOString()
  const ending = await service.admin.sdk.apiKeys.create({
    name: 'X',
    role: 'admin',
    scopes: ['read:users'],
    expires_at,
  })
  const replaced = await configured()
  await service.admin.sdk.apiKeys.rotate(replaced.id)
  const startAll = async () => [await start(ending.secret), await start(replaced.secret)]
  service.clock.advance(DAY - 1)
  expect(await startAll()).toEqual([true, true])
  service.clock.advance(1)
  expect(await startAll()).toEqual([false, false])
})

test('one that was made before its origin was kept is known by its prefix', async () => {
  const { secret, id } = await configured()
  await service.database.query({ text: 'update api_keys set configured_hash = null where id = $1' }, [id])
  expect(await start(secret)).toBe(true)
  await service.database.query({ text: 'update api_keys set configured_hash = null where id = $1' }, [id])
  await service.admin.sdk.apiKeys.revoke(id)
  expect([await start(secret), await statusOf(secret)]).toEqual([false, 401])
})

test('a database that has keys gets no first one', async () => {
  expect(await createFirstKey({ database: service.database, access, naming }, service.clock.now())).toBeUndefined()
})

describe('a scope that the application gains', () => {
  const accessWith = (gained: Record<string, string>) =>
    new Access<string>({
      scopes: { ...scopes, ...gained },
      roles: { admin: { scopes: 'every', records: 'all' }, viewer: { scopes: [], records: 'own' } },
      scopeFor: access.scopeFor,
    })
  const widened = accessWith({ 'read:invoices': 'Read invoices' })
  const startWith = (rules: Access) => widenSetupKeys({ database: service.database, access: rules })
  const scopesOf = async (secret: string) => {
    const { scopes: held } = (await service.withKey(secret).rest('GET /v1/me')).body as { scopes: string[] }
    const [stored] = await service.database.query<{ scopes: string[] }>(
      { text: 'select scopes from api_keys where secret_hash = $1' },
      [hashOf(secret)],
    )
    return { held, stored: stored!.scopes.toSorted() }
  }

  test('is held by the keys that a start has made, and no process of another version takes it away', async () => {
    const { secret } = await configured()
    await startWith(widened)
    expect((await scopesOf(secret)).stored).toEqual([...widened.scopeNames].toSorted())
    await startWith(accessWith({ 'read:letters': 'Read letters' }))
    const { held, stored } = await scopesOf(secret)
    expect(stored).toEqual([...widened.scopeNames, 'read:letters'].toSorted())
    expect(held.toSorted()).toEqual([...access.scopeNames].toSorted())
  })

  test('is held by no key that somebody has made, and by none that was revoked', async () => {
    const given = { name: 'Reader', role: 'admin', scopes: ['read:users'] } as const
    const { secret } = await service.admin.sdk.apiKeys.create({ ...given, scopes: [...given.scopes] })
    const revoked = await configured()
    await service.admin.sdk.apiKeys.revoke(revoked.id)
    await startWith(widened)
    expect((await scopesOf(secret)).stored).toEqual(['read:users'])
    const left = await service.database.query({ text: 'select scopes from api_keys where id = $1' }, [revoked.id])
    expect(left).toEqual([{ scopes: [...access.scopeNames] }])
  })
})

test.runIf(onPostgres)('of processes that start at once one makes a key', async () => {
  const secret = newSecret(naming.secretPrefixes.apiKey)
  const source = { database: service.database, access, naming }
  const atOnce = <Made>(make: () => Promise<Made>) => Promise.all(Array.from({ length: 5 }, make))
  expect(await atOnce(() => start(secret))).toEqual([true, true, true, true, true])
  await service.database.query({ text: 'delete from api_keys' })
  const made = await atOnce(() => createFirstKey(source, service.clock.now()))
  expect(made.filter((one) => one !== undefined)).toHaveLength(1)
})
