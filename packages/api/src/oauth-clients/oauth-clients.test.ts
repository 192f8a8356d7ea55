import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClient } from '@roster/api/app'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { NOW, type Service, startService } from '@roster/test/service'
import { hashOf, isSecret, secretPrefixes } from '../secret.ts'

const DAY = 24 * 60 * 60 * 1_000
const MISSING = 'cli_01KAJQ7W5M8XV2R4T6Y9B3D501'
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
const SECRET = /^rcs_[0-9A-Za-z]{38}$/

const dashboard = {
  name: 'Dashboard',
  type: 'confidential',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['https://app.example.com/callback'],
  scopes: ['openid', 'email', 'read:users'],
}
const app = { ...dashboard, type: 'public' }
const machine = { name: 'Import', type: 'confidential', grant_types: ['client_credentials'], scopes: ['write:users'] }

/** A key and its self-signed certificate, which ends in a hundred years. */
const key = {
  kty: 'EC',
  x: '5pZVSeuahZ6wv351NyT2gDC7_6k5WnIVYnlVauWvxcI',
  y: 'FXnRxsP4ShWRGsQSrR5SVEkUrMg9D-7dMy7RPKPSW3c',
  crv: 'P-256',
  x5c: [
    'MIIBtDCCAVugAwIBAgIUNSTT1bRPkZXDggoYo0Q2HaKzgzQwCgYIKoZIzj0EAwIwLzEbMBkGA1UEAwwSY2xpZW50LmV4YW1wbGUuY29tMRAwDgYDVQQKDAdFeGFtcGxlMCAXDTI2MTEyMTA3MzA0OVoYDzIxMjYxMDI4MDczMDQ5WjAvMRswGQYDVQQDDBJjbGllbnQuZXhhbXBsZS5jb20xEDAOBgNVBAoMB0V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATmllVJ65qFnrC/fnU3JPaAMLv/qTlachVieVVq5a/FwhV50cbD+EoVkRrEEq0eUlRJFKzIPQ/u3TMu0Tyj0lt3o1MwUTAdBgNVHQ4EFgQUIiQXd5MXYjOECJ4sslcO8zwzk6kwHwYDVR0jBBgwFoAUIiQXd5MXYjOECJ4sslcO8zwzk6kwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAV60o4+Le2R01kzz3Aycpnfs0h4n3RM9Y8yULJU4exIgIgHO1FGKGO0MXgaRiMtmhn2SObFYwJJ7DW8XI/ywAr3Gg=',
  ],
}
const tls = {
  token_endpoint_auth_method: 'tls_client_auth',
  tls_client_auth_subject_dn: 'CN=client.example.com,O=Example',
}
const selfSigned = { token_endpoint_auth_method: 'self_signed_tls_client_auth', jwks: { keys: [key] } }

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

  describe('create', () => {
    test('answers 201 with the client and its secret, of which only the hash is stored; there is no event', async () => {
      let answer: any
      expect(await eventsOf(service, async () => (answer = await create()))).toEqual([])
      const { client_secret, ...client } = answer.body
      expect(answer).toEqual({
        status: 201,
        body: {
          ...dashboard,
          client_id: expect.toBeId('cli'),
          client_secret: expect.stringMatching(SECRET),
          token_endpoint_auth_method: 'client_secret_basic',
          tls_client_auth_subject_dn: null,
          jwks: null,
          created_at: NOW,
          updated_at: NOW,
        },
      })
      expect(isSecret(secretPrefixes.oauthClient, client_secret)).toBe(true)
      expect(await stored(client.client_id)).toEqual({ ...client, secret_hash: hashOf(client_secret) })
      expect(await admin('oauthClients.get', { client_id: client.client_id })).toEqual({ status: 200, body: client })
    })

    test.each<[string, object, object]>([
      ['a public client has no secret', app, { token_endpoint_auth_method: 'none' }],
      ['a machine needs no address', { ...machine, redirect_uris: undefined }, { redirect_uris: [] }],
      ['a device needs no address', { grant_types: [DEVICE, 'refresh_token'], redirect_uris: [] }, {}],
      [
        'an app on this machine may use http',
        { redirect_uris: ['http://127.0.0.1:8080/cb', 'http://[::1]/', 'http://localhost/cb?x=1'] },
        {},
      ],
      ['a client may prove itself by a certificate of an authority', tls, tls],
      ['a client may prove itself by a certificate of its own', selfSigned, selfSigned],
    ])('%s', async (_what, members, shown) => {
      const { status, body } = await create(members)
      const usesSecret = body.token_endpoint_auth_method === 'client_secret_basic'
      expect({ status, body }).toMatchObject({ status: 201, body: shown })
      expect(body.client_secret).toEqual(usesSecret ? expect.stringMatching(SECRET) : undefined)
      expect((await stored(body.client_id))!.secret_hash).toEqual(usesSecret ? hashOf(body.client_secret) : null)
    })

    test.each([
      'http://app.example.com/callback',
      'https://app.example.com/callback#fragment',
      'https://app.example.com/callback#',
      'https://*.example.com/callback',
      'https://app.example.com/*',
      'https://user@app.example.com/',
      'https://app.example.com/a b',
      'https:app.example.com',
      'com.example.app:/callback',
      'javascript:alert(1)',
      'http://localhost.example.com/',
      'http://127.0.0.1.example.com/',
      '/callback',
      '',
    ])('people are not sent back to %j: 422', async (uri) => {
      const answer = await create({ redirect_uris: ['https://app.example.com/', uri] })
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['redirect_uris.1 invalid-format']])
    })

    test.each([
      'CN=a',
      'CN=Lučić,OU=Sales+L=Paris,2.5.4.3=x',
      String.raw`CN=Smith\, John \"Jack\",O=A\2BB`,
      '1.3.6.1.4.1.1466.0=#04024869',
      String.raw`CN=\ padded\ `,
      'CN=',
    ])('the subject %j is taken', async (tls_client_auth_subject_dn) => {
      expect(await create({ ...tls, tls_client_auth_subject_dn })).toMatchObject({ status: 201 })
    })

    test.each([
      'CN',
      '=a',
      'CN=a,',
      'CN=a,,O=b',
      'CN=a, O=b',
      'CN=a;O=b',
      'CN="a"',
      'CN= a',
      'CN=a ',
      'CN=#0',
      '/CN=a',
      'CN=a\u0000',
      'CN=a\\',
    ])('the subject %j is 422', async (tls_client_auth_subject_dn) => {
      const answer = await create({ ...tls, tls_client_auth_subject_dn })
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['tls_client_auth_subject_dn invalid-format']])
    })

    test.each<[string, object, string[]]>([
      ['no grant', { grant_types: [] }, ['grant_types too-small']],
      ['an unknown grant', { grant_types: ['password'] }, ['grant_types.0 invalid-value']],
      ['a grant twice', { grant_types: ['authorization_code', 'authorization_code'] }, ['grant_types repeated']],
      [
        'refresh tokens of nothing',
        { ...machine, grant_types: ['client_credentials', 'refresh_token'] },
        ['grant_types incomplete'],
      ],
      ['no address to send people back to', { redirect_uris: [] }, ['redirect_uris required']],
      ['an unknown scope', { scopes: ['read:users', 'admin'] }, ['scopes.1 invalid-value']],
      ['no scope', { scopes: [] }, ['scopes too-small']],
      [
        'a public client with a secret',
        { ...app, token_endpoint_auth_method: 'client_secret_post' },
        ['token_endpoint_auth_method invalid-value'],
      ],
      [
        'a confidential client without proof',
        { token_endpoint_auth_method: 'none' },
        ['token_endpoint_auth_method invalid-value'],
      ],
      [
        'a public machine',
        { ...app, grant_types: ['authorization_code', 'client_credentials'] },
        ['grant_types invalid-value'],
      ],
      [
        'a certificate without its subject',
        { token_endpoint_auth_method: 'tls_client_auth' },
        ['tls_client_auth_subject_dn required'],
      ],
      ['a subject without certificates', { tls_client_auth_subject_dn: 'CN=a' }, ['tls_client_auth_subject_dn unused']],
      ['a certificate of its own that is not given', { ...selfSigned, jwks: null }, ['jwks required']],
      ['keys that nothing uses', { jwks: { keys: [key] } }, ['jwks unused']],
      [
        'another key than the certificate’s',
        { ...selfSigned, jwks: { keys: [key, { ...key, x: key.y, y: key.x }] } },
        ['jwks.keys.1 invalid-key'],
      ],
      [
        'a certificate that is none',
        { ...selfSigned, jwks: { keys: [{ ...key, x5c: ['MIIB'] }] } },
        ['jwks.keys.0 invalid-key'],
      ],
      ['a private key', { ...selfSigned, jwks: { keys: [{ ...key, d: 'AQAB' }] } }, ['jwks.keys.0.d unknown-member']],
      ['a secret of its own choice', { client_secret: 'secret' }, ['client_secret unknown-member']],
    ])('%s is 422', async (_what, members, faults) => {
      const answer = await create(members)
      expect([answer.status, faultsOf(answer)]).toEqual([422, faults])
    })

    test('every fault is listed', async () => {
      const answer = await create({
        ...app,
        grant_types: ['client_credentials', 'refresh_token'],
        jwks: { keys: [key] },
      })
      expect(faultsOf(answer)).toEqual(['grant_types incomplete', 'grant_types invalid-value', 'jwks unused'])
    })

    test('a caller grants scopes of the API that it holds, and those of OpenID: any other is 403', async () => {
      const limited = over(protocol, await service.caller({ scopes: ['manage:clients', 'read:users'] }))
      expect(
        await create({ scopes: ['openid', 'profile', 'email', 'offline_access', 'read:users'] }, limited),
      ).toMatchObject({
        status: 201,
      })
      const { status, body } = await create({ scopes: ['read:users', 'write:users'] }, limited)
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(body.detail).toContain('write:users')
    })
  })

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
      const { client_id, type: _type, created_at: _created, updated_at: _updated, ...same } = client
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

    test('of a client with scopes that the caller does not hold is 403, and so is a new secret for it', async () => {
      const { client_id } = await created({ scopes: ['write:users'] })
      const limited = over(protocol, await service.caller({ scopes: ['manage:clients', 'read:users'] }))
      const forbidden = { status: 403, body: { code: 'forbidden' } }
      expect(await update(client_id, { redirect_uris: ['https://evil.example/'] }, limited)).toMatchObject(forbidden)
      expect(await limited('oauthClients.rotateSecret', { client_id })).toMatchObject(forbidden)
      expect(await update(client_id, { scopes: ['read:users'] }, limited)).toMatchObject({ status: 200 })
    })
  })

  describe('rotateSecret', () => {
    test('answers 200 with a new secret, and the old one ends at once', async () => {
      const { client_secret: old, ...client } = await created()
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
