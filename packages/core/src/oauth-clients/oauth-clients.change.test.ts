import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClient } from '@roster/core/server'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { NOW, type Service, startService } from '@roster/test/service'
import { hashOf } from '../crypto/secret.ts'
import { app, dashboard, selfSigned, tls } from './oauth-clients.fixture.ts'

const DAY = 24 * 60 * 60 * 1_000
const MISSING = 'cli_01KAJQ7W5M8XV2R4T6Y9B3D501'
const SECRET = /^rcs_[0-9A-Za-z]{38}$/

describe.each(PROTOCOLS)('OAuth clients over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const create = (members: object = {}, call = admin) => call('oauthClients.create', { ...dashboard, ...members })
  const created = async (members: object = {}) => (await create(members)).body
  const update = (client_id: string, change: object, call = admin) =>
    call('oauthClients.update', { client_id, ...change })
  const stored = (id: string) => findClient(service.database, id)

  describe('update', () => {
    test('changes what is sent, and the time', async () => {
      const { client_secret: _secret, ...client } = await created()
      service.clock.advance(1_000)
      const change = { name: 'Dashboard 2', scopes: ['openid'], redirect_uris: ['https://new.example.com/cb'] }
      const updated_at = new Date(service.clock.now()).toISOString()
      const expected = { ...client, ...change, updated_at }
      expect(await update(client.client_id, change)).toEqual({ status: 200, body: expected })
      expect(await stored(client.client_id)).toMatchObject(expected)
    })

    test('without a difference changes nothing, the time included', async () => {
      const { client_secret: _secret, ...client } = await created(selfSigned)
      service.clock.advance(1_000)
      const { client_id, type: _type, created_by: _by, created_at: _created, updated_at: _updated, ...same } = client
      expect(await update(client_id, same)).toEqual({ status: 200, body: client })
      expect(await update(client_id, {})).toEqual({ status: 200, body: client })
    })

    test('keeps the client sound as a whole, else 422', async () => {
      const { client_id } = await created()
      const refused: [object, string[]][] = [
        [{ redirect_uris: [] }, ['redirect_uris required']],
        [{ token_endpoint_auth_method: 'none' }, ['token_endpoint_auth_method invalid-value']],
        [{ token_endpoint_auth_method: 'tls_client_auth' }, ['tls_client_auth_subject_dn required']],
        [{ type: 'public' }, ['type unknown-member']],
        [{ name: null }, ['name invalid-type']],
      ]
      for (const [change, faults] of refused) {
        const answer = await update(client_id, change)
        expect([answer.status, faultsOf(answer)]).toEqual([422, faults])
      }
    })

    test('to a certificate ends the secret, and back to a secret waits for a new one', async () => {
      const { client_id } = await created()
      expect(await update(client_id, tls)).toMatchObject({ status: 200, body: tls })
      expect(await stored(client_id)).toMatchObject({ secret_hash: null })
      const back = { token_endpoint_auth_method: 'client_secret_post', tls_client_auth_subject_dn: null }
      expect((await update(client_id, back)).body).not.toHaveProperty('client_secret')
      expect(await stored(client_id)).toMatchObject({ secret_hash: null })
      const { body } = await admin('oauthClients.rotateSecret', { client_id })
      expect(await stored(client_id)).toMatchObject({ secret_hash: hashOf(body.client_secret) })
    })

    test('of a client with scopes that the caller does not hold is 403, and so are fewer scopes and a new secret for it', async () => {
      const { client_id } = await created({ scopes: ['write:users'] })
      const limited = over(protocol, await service.caller({ scopes: ['manage:clients', 'read:users'] }))
      const forbidden = { status: 403, body: { code: 'forbidden' } }
      expect(await update(client_id, { redirect_uris: ['https://evil.example/'] }, limited)).toMatchObject(forbidden)
      expect(await limited('oauthClients.rotateSecret', { client_id })).toMatchObject(forbidden)
      expect(await update(client_id, { scopes: ['read:users'] }, limited)).toMatchObject(forbidden)
      expect(await limited('oauthClients.delete', { client_id })).toMatchObject(forbidden)
    })
  })

  describe('rotateSecret', () => {
    test('answers 200 with a new secret, and the old one ends at once', async () => {
      const { client_secret: old, ...client } = await created()
      service.clock.advance(1_000)
      const { status, body } = await admin('oauthClients.rotateSecret', { client_id: client.client_id })
      const updated_at = new Date(service.clock.now()).toISOString()
      expect({ status, body }).toEqual({
        status: 200,
        body: { ...client, updated_at, client_secret: expect.stringMatching(SECRET) },
      })
      expect(body.client_secret).not.toBe(old)
      expect(await stored(client.client_id)).toMatchObject({ secret_hash: hashOf(body.client_secret) })
    })

    test('of a client without a secret is 409', async () => {
      for (const members of [app, tls]) {
        const { client_id } = await created(members)
        const answer = await admin('oauthClients.rotateSecret', { client_id })
        expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
      }
    })
  })

  test('delete answers 204, ends the client and its tokens, and then it is 410 for 30 days, then 404, and in no list', async () => {
    const { client_id } = await created()
    expect(await admin('oauthClients.delete', { client_id })).toEqual({ status: 204, body: undefined })
    expect(await stored(client_id)).toBeUndefined()
    const denials = { text: 'select subject, version from denials where subject = $1' }
    expect(await service.database.query(denials, [`client:${client_id}`])).toEqual([
      { subject: `client:${client_id}`, version: null },
    ])
    const { body } = await admin('oauthClients.list', { limit: 100 })
    expect(body.data.map((client: { client_id: string }) => client.client_id)).not.toContain(client_id)
    const all = () =>
      Promise.all(
        ['get', 'update', 'rotateSecret', 'delete'].map((name) => admin(`oauthClients.${name}`, { client_id })),
      )
    for (const answer of await all()) expect(answer).toMatchObject({ status: 410, body: { code: 'gone' } })
    service.clock.advance(30 * DAY + 1)
    for (const answer of await all()) expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test.each(['get', 'update', 'rotateSecret', 'delete'])('%s of an unknown client is 404', async (name) => {
    for (const client_id of [MISSING, 'cli_x', 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'])
      expect(await admin(`oauthClients.${name}`, { client_id })).toMatchObject({ status: 404 })
  })

  test.each(['list', 'create', 'get', 'update', 'rotateSecret', 'delete'])('%s needs manage:clients', async (name) => {
    const call = over(protocol, await service.caller({ scopes: ['read:users', 'manage:keys'] }))
    expect(await call(`oauthClients.${name}`, { client_id: MISSING })).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope' },
    })
  })

  test('list answers pages and cursors in order, without secrets, with the members that fields names', async () => {
    const clients = []
    for (const name of ['A', 'B', 'C']) {
      const { client_secret: _secret, ...client } = await created({ name: `Listed ${name}` })
      clients.push(client)
    }
    const { body } = await admin('oauthClients.list', { sort: 'client_id', limit: 3 })
    expect(body.data).toEqual(clients.toReversed())
    const read = []
    for (let cursor: string | null = ''; cursor !== null && read.length < 3;) {
      const page: any = await admin('oauthClients.list', { sort: 'created_at', limit: 1, fields: 'name', cursor })
      read.push(...page.body.data)
      cursor = page.body.next_cursor
    }
    expect(read).toEqual(clients.toReversed().map(({ client_id, name }) => ({ client_id, name })))
  })
})

test('what shows a secret is not to be stored, and a client has a Location, an entity tag and a date', async () => {
  const service = await startService()
  const { admin } = service
  const made = await admin.rest('POST /v1/oauth-clients', dashboard)
  const path = `/v1/oauth-clients/${made.body.client_id}`
  const rotated = await admin.rest(`POST ${path}/rotate-secret`)
  expect([made, rotated].map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
  expect(made.headers['location']).toBe(`http://roster.test${path}`)
  const { headers } = await admin.rest(`GET ${path}`)
  expect(headers).toMatchObject({ etag: expect.any(String), 'last-modified': new Date(NOW).toUTCString() })
  const stale = await admin.rest(`PATCH ${path}`, { name: 'X' }, { 'if-match': '"other"' })
  expect(stale).toMatchObject({ status: 412, body: { code: 'version-conflict' } })
  expect(await admin.rest(`PATCH ${path}`, { name: 'X' }, { 'if-match': headers['etag']! })).toMatchObject({
    status: 200,
  })
  await service.stop()
})
