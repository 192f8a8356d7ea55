import { access, naming } from '@roster/api'
import { ensureAdminKey } from '@roster/core/server'
import type { Caller } from '@roster/test/caller'
import { addUser } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const CLIENT = 'cli_01KAJQ7W5M8XV2R4T6Y9B3D50C'
const SECRET = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

/** What says who made it: how it is named, changed, ended and made. */
const RESOURCES = {
  apiKeys: {
    key: 'id',
    path: 'key_id',
    change: 'rotate',
    end: 'revoke',
    input: (viewer: string) => ({ name: 'X', scopes: ['read:users'], user_id: viewer }),
  },
  oauthClients: {
    key: 'client_id',
    path: 'client_id',
    change: 'rotateSecret',
    end: 'delete',
    input: () => ({ name: 'X', type: 'confidential', grant_types: ['client_credentials'], scopes: ['read:users'] }),
  },
  webhookEndpoints: {
    key: 'id',
    path: 'endpoint_id',
    change: 'rotateSecret',
    end: 'delete',
    input: () => ({ url: 'https://hooks.example.com/roster', events: ['user.created'] }),
  },
}

interface Maker {
  caller: Caller
  created_by: { type: string; id: string }
}

/** Everybody who can make something. */
const MAKERS: Record<string, (service: Service) => Promise<Maker>> = {
  async 'an API key'({ admin }) {
    return { caller: admin, created_by: { type: 'api_key', id: await idOf(admin) } }
  },
  async 'an API key of a user'(service) {
    const { id: user_id } = await addUser(service, 'Ada', 'admin')
    const caller = await service.caller({ user_id })
    return { caller, created_by: { type: 'api_key', id: await idOf(caller) } }
  },
  async 'a user in a session'(service) {
    const { id, email } = await addUser(service, 'Grace', 'admin')
    return { caller: await service.browser(email, PASSWORD), created_by: { type: 'user', id } }
  },
  async 'a user with an access token'(service) {
    const { id } = await addUser(service, 'Edsger', 'admin')
    return { caller: await service.withToken({ sub: id }), created_by: { type: 'user', id } }
  },
  async 'a user of another issuer'(service) {
    return { caller: await service.withToken({ sub: 'auth0|4711' }), created_by: { type: 'user', id: 'auth0|4711' } }
  },
  async 'a client with an access token of its own'(service) {
    const caller = await service.withToken({ sub: CLIENT, client_id: CLIENT, role: 'service' })
    return { caller, created_by: { type: 'client', id: CLIENT } }
  },
}

const idOf = async ({ sdk }: Caller) => (await sdk.me.get()).principal.id

describe.each(PROTOCOLS)('over %s', (protocol) => {
  let service: Service
  let admin: Call
  let viewer: string
  const makers = new Map<string, Maker>()
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    viewer = (await addUser(service, 'Vera')).id
    for (const [who, makerIn] of Object.entries(MAKERS)) makers.set(who, await makerIn(service))
  })
  afterAll(() => service.stop())

  describe.each(Object.entries(RESOURCES))('%s', (name, { key, path, change, end, input }) => {
    const create = async (call: Call) => (await call(`${name}.create`, input(viewer))).body
    const list = async (created_by: string) => (await admin(`${name}.list`, { created_by })).body.data

    test.each(Object.keys(MAKERS))('made by %s say so, and are found by that', async (who) => {
      const { caller, created_by } = makers.get(who)!
      const call = over(protocol, caller)
      const made = [await create(call), await create(call)]
      const [first, last] = made.map(({ [key]: id }) => String(id))
      expect(made.map((record) => record.created_by)).toEqual([created_by, created_by])
      const { body: shown } = await admin(`${name}.get`, { [path]: last })
      expect(shown.created_by).toEqual(created_by)
      expect((await list(created_by.id)).slice(0, 2)).toEqual([shown, expect.objectContaining({ [key]: first })])
      for (const other of await list(created_by.id)) expect(other.created_by).toEqual(created_by)

      await admin(`${name}.${end}`, { [path]: last })
      expect((await list(created_by.id))[0]).toMatchObject({ [key]: first })
    })

    test('keep their maker, whoever changes them', async () => {
      const { [key]: id, created_by } = await create(admin)
      const other = over(protocol, await service.caller({}))
      expect((await other(`${name}.${change}`, { [path]: id })).body.created_by).toEqual(created_by)
      expect((await admin(`${name}.get`, { [path]: id })).body.created_by).toEqual(created_by)
    })

    test('from before makers were noted have none, and are nobody’s', async () => {
      const { [key]: id, created_by } = await create(admin)
      const table = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      await service.database.query({ text: `update ${table} set created_by = null where ${key} = $1` }, [id])
      expect((await admin(`${name}.get`, { [path]: id })).body).toMatchObject({ created_by: null })
      expect(JSON.stringify(await list(created_by.id))).not.toContain(id)
    })

    test('a cursor goes on for the same maker only', async () => {
      const { created_by } = await create(admin)
      await create(admin)
      const walk = { created_by: created_by.id, limit: 1 }
      const { body } = await admin(`${name}.list`, { ...walk, cursor: '' })
      const cursor = body.next_cursor
      expect(await admin(`${name}.list`, { ...walk, cursor })).toMatchObject({ status: 200, body: { data: [{}] } })
      for (const maker of [{ created_by: CLIENT }, { created_by: undefined }]) {
        const refused = await admin(`${name}.list`, { ...walk, ...maker, cursor })
        expect(faultsOf(refused)).toEqual(['cursor invalid-cursor'])
      }
    })

    test.each([
      ['nothing', '', 'invalid-format'],
      ['a part of an identifier', 'usr_01KAJQ7W5M8XV2R4', 'invalid-format'],
      ['an identifier in lower case', 'key_01kajq7w5m8xv2r4t6y9b3d501', 'invalid-format'],
      ['one with more behind it', `${CLIENT}X`, 'invalid-format'],
      ['two words', 'auth0 4711', 'invalid-format'],
      ['letters that no identifier has', 'zoë', 'invalid-format'],
      ['256 characters', 'x'.repeat(256), 'too-large'],
    ])('cannot be asked for by %s', async (_what, created_by, code) => {
      const answer = await admin(`${name}.list`, { created_by })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-parameters' } })
      expect(faultsOf(answer)).toEqual([`created_by ${code}`])
    })
  })

  test('the keys of a start are made by the service itself', async () => {
    await ensureAdminKey({ database: service.database, access, naming }, SECRET, service.clock.now())
    const { body } = await admin('apiKeys.list', { created_by: 'setup' })
    const setup = { name: 'Administrator', created_by: { type: 'system', id: 'setup' } }
    expect(body.data).toMatchObject([setup, setup])
  })
})
