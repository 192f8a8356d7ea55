import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR
const MISSING = 'key_01KAJQ7W5M8XV2R4T6Y9B3D501'

describe.each(PROTOCOLS)('API keys over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const create = async (members: object = {}) =>
    (await admin('apiKeys.create', { name: 'Import', role: 'admin', scopes: ['read:users'], ...members })).body
  const statusOf = async (secret: string) => (await over(protocol, service.withKey(secret))('me.get')).status

  describe('rotate', () => {
    test('answers 201 with a new secret of the same key, and leaves one event without it', async () => {
      const { secret, ...key } = await create()
      let answer: any
      const events = await eventsOf(service, async () => (answer = await admin('apiKeys.rotate', { key_id: key.id })))
      const rotated = { ...key, prefix: answer.body.secret.slice(0, 12) }
      expect(answer).toEqual({ status: 201, body: { ...rotated, secret: expect.not.stringContaining(secret) } })
      expect(events).toEqual([{ event: 'api_key.rotated', user_id: null, data: rotated }])
    })

    test('the old secret works for 24 hours beside the new one', async () => {
      const { id, secret: old } = await create()
      const { secret } = (await admin('apiKeys.rotate', { key_id: id })).body
      service.clock.advance(DAY - 1)
      expect([await statusOf(old), await statusOf(secret)]).toEqual([200, 200])
      service.clock.advance(1)
      expect([await statusOf(old), await statusOf(secret)]).toEqual([401, 200])
    })

    test('a second rotation ends the first secret at once', async () => {
      const { id, secret: first } = await create()
      const { secret: second } = (await admin('apiKeys.rotate', { key_id: id })).body
      const { secret: third } = (await admin('apiKeys.rotate', { key_id: id })).body
      expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
    })

    test('an expiry ends the old secret too, where it comes first', async () => {
      const expires_at = new Date(service.clock.now() + HOUR).toISOString()
      const { id, secret: old } = await create({ expires_at })
      const { secret } = (await admin('apiKeys.rotate', { key_id: id })).body
      service.clock.advance(HOUR)
      expect([await statusOf(old), await statusOf(secret)]).toEqual([401, 401])
    })

    test('a key that holds more than the caller is 403, and keeps its secret', async () => {
      const { id, secret } = await create({ scopes: ['read:users', 'write:users'] })
      const limited = over(protocol, await service.caller({ scopes: ['manage:keys', 'read:users'] }))
      expect(await limited('apiKeys.rotate', { key_id: id })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      expect(await statusOf(secret)).toBe(200)
    })
  })

  describe('revoke', () => {
    test('answers 204, ends both secrets at once, and leaves one event with the key', async () => {
      const { id, secret: old, ...key } = await create()
      const { secret, prefix } = (await admin('apiKeys.rotate', { key_id: id })).body
      const events = await eventsOf(service, async () => {
        expect(await admin('apiKeys.revoke', { key_id: id })).toEqual({ status: 204, body: undefined })
      })
      expect([await statusOf(old), await statusOf(secret)]).toEqual([401, 401])
      expect(events).toEqual([{ event: 'api_key.revoked', user_id: null, data: { id, ...key, prefix } }])
    })

    test('a revoked key is 410 for 30 days, then 404, and in no list', async () => {
      const { id } = await create()
      await admin('apiKeys.revoke', { key_id: id })
      const all = () => Promise.all(['get', 'rotate', 'revoke'].map((name) => admin(`apiKeys.${name}`, { key_id: id })))
      service.clock.advance(30 * DAY)
      for (const answer of await all()) expect(answer).toMatchObject({ status: 410, body: { code: 'gone' } })
      service.clock.advance(1)
      for (const answer of await all()) expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
      const { body } = await admin('apiKeys.list', { limit: 100 })
      expect(body.data.map((key: { id: string }) => key.id)).not.toContain(id)
    })
  })

  test.each(['get', 'rotate', 'revoke'])('%s of an unknown key is 404', async (name) => {
    for (const key_id of [MISSING, 'key_x', 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501']) {
      expect(await admin(`apiKeys.${name}`, { key_id })).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
  })

  test.each(['get', 'rotate', 'revoke', 'list', 'create'])('%s needs manage:keys', async (name) => {
    const call = over(protocol, await service.caller({ scopes: ['read:users'] }))
    expect(await call(`apiKeys.${name}`, { key_id: MISSING })).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope', detail: expect.stringContaining('manage:keys') },
    })
  })

  test('list answers the keys without secrets, and the members that fields names', async () => {
    const { secret: _secret, ...key } = await create({ name: 'Listed' })
    const { body } = await admin('apiKeys.list', { limit: 100 })
    expect(body.data).toContainEqual(key)
    const selected = await admin('apiKeys.list', { fields: 'name', sort: 'name', order: 'asc', limit: 1 })
    expect(selected.body.data).toEqual([{ id: expect.toBeId('key'), name: 'Administrator' }])
  })
})
