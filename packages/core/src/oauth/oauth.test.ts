import { randomBytes } from 'node:crypto'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { Clock } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTokenDenied } from '../identity/is-denied.ts'
import { oauthArtifacts } from './artifacts.ts'
import { expireArtifacts } from './expire-artifacts.ts'
import { signingKeys } from './signing-keys.ts'

const DAY = 24 * 60 * 60 * 1_000

let copy: TestDatabase
const clock = new Clock()
const secrets = [randomBytes(32)] as const
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

const store = () => oauthArtifacts(copy.database, secrets, clock.now)
const rowsOf = (table: string) => copy.database.query({ text: `select * from ${table}` })

describe('what the authorization server keeps', () => {
  const payload = { accountId: 'usr_1.1', jti: 'a-secret-identifier' }

  test('is found by kind and identifier', async () => {
    await store().put('RefreshToken', 'one', { payload, lifetime: 60 })
    expect(await store().find('RefreshToken', 'one')).toEqual({ payload, consumedAt: undefined })
    expect(await store().find('AuthorizationCode', 'one')).toBeUndefined()
    await store().remove('RefreshToken', 'one')
    expect(await store().find('RefreshToken', 'one')).toBeUndefined()
  })

  test('cannot be read in the database', async () => {
    await store().put('Session', 'the-cookie', { payload, uid: 'the-uid', lifetime: 60 })
    await store().put('DeviceCode', 'the-code', { payload, userCode: 'BCDFGHJK', lifetime: 60 })
    const text = JSON.stringify(await rowsOf('oauth_artifacts'))
    for (const value of ['usr_1', 'a-secret-identifier', 'the-cookie', 'the-uid', 'the-code', 'BCDFGHJK'])
      expect(text).not.toContain(value)
    expect((await store().findByUid('Session', 'the-uid'))?.payload).toEqual(payload)
    expect((await store().findByUserCode('BCDFGHJK'))?.payload).toEqual(payload)
  })

  test('is used up once; a second use ends its grant', async () => {
    await store().put('AuthorizationCode', 'code', { payload, grantId: 'grant', lifetime: 60 })
    await store().put('RefreshToken', 'refresh', { payload, grantId: 'grant', lifetime: 60 })
    expect(await store().consume('AuthorizationCode', 'code')).toBe(true)
    expect(await store().find('AuthorizationCode', 'code')).toEqual({ payload, consumedAt: clock.now() })
    expect(await store().consume('AuthorizationCode', 'code')).toBe(false)
    expect(await store().find('RefreshToken', 'refresh')).toBeUndefined()
    expect(await isTokenDenied(copy.database, { jti: 'j', client_id: 'c', sub: 's', grant: 'grant' })).toBe(true)
  })

  test('marks of single use count once, until they expire', async () => {
    expect(await store().markOnce('ReplayDetection', 'proof', {}, 60)).toBe(true)
    expect(await store().markOnce('ReplayDetection', 'proof', {}, 60)).toBe(false)
    clock.advance(61_000)
    expect(await store().markOnce('ReplayDetection', 'proof', {}, 60)).toBe(true)
  })

  test('is deleted a minute after it expired, and a day later where it was used up and its second use ends a grant', async () => {
    await copy.database.query({ text: 'delete from oauth_artifacts' })
    const used = { payload, grantId: 'kept', lifetime: 60 }
    for (const kind of ['AuthorizationCode', 'RefreshToken', 'DeviceCode']) {
      await store().put(kind, 'used', used)
      await store().consume(kind, 'used')
      await store().put(kind, 'unused', used)
    }
    for (const kind of ['Grant', 'Interaction', 'Session']) await store().put(kind, 'one', { payload, lifetime: 60 })
    await store().put('PushedAuthorizationRequest', 'used', { payload, lifetime: 60 })
    await store().consume('PushedAuthorizationRequest', 'used')
    await store().markOnce('ReplayDetection', 'proof', {}, 60)
    const countAfter = async (milliseconds: number) => {
      clock.advance(milliseconds)
      await expireArtifacts(copy.database, clock.now())
      return (await rowsOf('oauth_artifacts')).length
    }
    const counts = [await countAfter(120_000), await countAfter(1), await countAfter(DAY - 1), await countAfter(1)]
    expect(counts).toEqual([11, 3, 3, 0])
  })

  test.skipIf(!onPostgres)('is used up once, however many try at the same time', async () => {
    await store().put('AuthorizationCode', 'wanted', { payload, grantId: 'another', lifetime: 60 })
    const tries = await Promise.all(Array.from({ length: 20 }, () => store().consume('AuthorizationCode', 'wanted')))
    expect(tries.filter(Boolean)).toHaveLength(1)
    const marks = await Promise.all(Array.from({ length: 20 }, () => store().markOnce('ReplayDetection', 'p', {}, 60)))
    expect(marks.filter(Boolean)).toHaveLength(1)
  })
})

describe('signing keys', () => {
  const keys = () => signingKeys(copy.database, secrets, clock.now)
  const names = async () => (await keys().list()).map(({ kid }) => kid)

  test('are made once, by whoever comes first: one that signs, and the next', async () => {
    const lists = await Promise.all([names(), names(), names()])
    expect(lists[0]).toHaveLength(2)
    expect(new Set(lists.map(String)).size).toBe(1)
  })

  test('are RSA keys of 2,048 bits that the database does not show', async () => {
    const [key] = await keys().list()
    expect(Buffer.from(key!.n!, 'base64url').length * 8).toBe(2_048)
    expect(JSON.stringify(await rowsOf('signing_keys'))).not.toContain(key!.d)
  })

  test('change places when they are rotated: current, next, old', async () => {
    const [first, second] = await names()
    clock.advance(1_000)
    await keys().rotate()
    const after = await names()
    expect([after[0], after[2]]).toEqual([second, first])
    expect(after).toHaveLength(3)
  })

  test('a key that no longer signs is published for a day more', async () => {
    const [, , old] = await names()
    clock.advance(DAY - 1_000)
    expect(await names()).toContain(old)
    clock.advance(1_001)
    expect(await names()).not.toContain(old)
    expect(await names()).toHaveLength(2)
  })

  test('the next key signs after 90 days, and there is a new next one', async () => {
    const [current, next] = await names()
    clock.advance(89 * DAY)
    const after = await names()
    expect([after[0], after[2]]).toEqual([next, current])
    expect(after).toHaveLength(3)
  })

  test('sign from different times, also where they are rotated twice at one moment', async () => {
    await keys().rotate()
    await keys().rotate()
    const rows = await copy.database.query<{ signs_from: string }>({ text: 'select signs_from from signing_keys' })
    expect(new Set(rows.map(({ signs_from }) => signs_from)).size).toBe(rows.length)
  })
})
