import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClient } from '@roster/core/server'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { NOW, type Service, startService } from '@roster/test/service'
import { hashOf, isSecret } from '../crypto/secret.ts'
import { app, dashboard, key, machine, selfSigned, tls } from './oauth-clients.fixture.ts'

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
const SECRET = /^rcs_[0-9A-Za-z]{38}$/

describe.each(PROTOCOLS)('oauthClients.create over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const create = (members: object = {}, call = admin) => call('oauthClients.create', { ...dashboard, ...members })
  const stored = (id: string) => findClient(service.database, id)

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
        created_by: { type: 'api_key', id: expect.toBeId('key') },
        created_at: NOW,
        updated_at: NOW,
      },
    })
    expect(isSecret('rcs_', client_secret)).toBe(true)
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
    expect(SECRET.test(body.client_secret)).toBe(usesSecret)
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
    'CN=😀',
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
    'CN=\u0001',
    'CN=a\u0085b',
    'CN=\ud800',
    'CN=a\udfffb',
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
