import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'
import { addClient, basicOf, CHALLENGE, REDIRECT_URI, type TestClient } from '@roster/test/oauth'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, type Service, startService } from '@roster/test/service'

let service: Service
let fetcher: Fetch
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  fetcher = await fetchTo(service)
})
afterAll(() => service.stop())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
  const response = await fetcher(BASE_URL + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
}

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  send('POST', path, { ...FORM, ...headers }, new URLSearchParams(form).toString())

test.each(['openid-configuration', 'oauth-authorization-server'])(
  '/.well-known/%s says where everything is',
  async (name) => {
    const { status, body } = await send('GET', `/.well-known/${name}`, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      issuer: BASE_URL,
      authorization_endpoint: `${BASE_URL}/authorize`,
      token_endpoint: `${BASE_URL}/oauth/token`,
      device_authorization_endpoint: `${BASE_URL}/device`,
      jwks_uri: `${BASE_URL}/.well-known/jwks.json`,
      userinfo_endpoint: `${BASE_URL}/userinfo`,
      end_session_endpoint: `${BASE_URL}/logout`,
      introspection_endpoint: `${BASE_URL}/oauth/introspect`,
      revocation_endpoint: `${BASE_URL}/oauth/revoke`,
      pushed_authorization_request_endpoint: `${BASE_URL}/oauth/par`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: expect.arrayContaining(['openid', 'offline_access', 'read:users', 'manage:clients']),
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment'],
      id_token_signing_alg_values_supported: ['RS256'],
      tls_client_certificate_bound_access_tokens: true,
    })
    expect(JSON.stringify(body)).not.toContain('evil')
  },
)

test('only public parts of the keys are published', async () => {
  const { body } = await send('GET', '/.well-known/jwks.json')
  expect(body.keys).toHaveLength(2)
  for (const key of body.keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json'])(
  '%s is not sent again to who has it, nor to who wants another',
  async (path) => {
    const { headers } = await send('GET', path)
    const etag = headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await send('GET', path, { 'if-none-match': `"other", ${etag}` })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await send('HEAD', path)).headers.get('etag')).toBe(etag)
    expect(await send('GET', path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
    expect(await send('GET', path, { 'if-match': '"other"' })).toMatchObject({
      status: 412,
      body: { error: 'invalid_request', error_description: expect.any(String) },
    })
  },
)

test('POST /token and POST /oauth/token are one endpoint', async () => {
  const registered = await addClient(service)
  for (const path of ['/token', '/oauth/token']) {
    const { status, body, headers } = await post(
      path,
      { grant_type: 'client_credentials' },
      { authorization: basicOf(registered) },
    )
    expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'read:users read:orders write:users'])
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('what every answer of the service carries is on these too', async () => {
  const { headers } = await send('GET', '/.well-known/jwks.json', {
    'x-request-id': 'mine',
    origin: 'https://app.example.com',
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': 'mine',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'access-control-allow-origin': 'https://app.example.com',
  })
  const other = await send('GET', '/.well-known/jwks.json', { origin: 'https://evil.example' })
  expect(other.headers.has('access-control-allow-origin')).toBe(false)
})

describe('errors are JSON with error', () => {
  test.each([
    ['a wrong method', 'GET', '/oauth/token', {}, undefined, 405],
    ['a method that is used nowhere', 'PROPFIND', '/oauth/token', {}, undefined, 501],
    ['a method that is used nowhere, at a varying path', 'PROPFIND', '/authorize/x?y', {}, undefined, 501],
    ['a method that is used nowhere, at what OpenID Connect tells', 'PROPFIND', '/userinfo', {}, undefined, 501],
    ['JSON', 'POST', '/oauth/token', { 'content-type': 'application/json' }, '{}', 415],
    ['a compressed body', 'POST', '/oauth/token', { ...FORM, 'content-encoding': 'gzip' }, 'a=b', 415],
    ['a body that is too large', 'POST', '/oauth/token', FORM, 'a'.repeat(60_000), 413],
    ['a pushed request over 8 KiB', 'POST', '/oauth/par', FORM, 'a'.repeat(8_193), 413],
    ['a request of a device over 8 KiB', 'POST', '/device', FORM, 'a'.repeat(8_193), 413],
    ['a body that is not UTF-8', 'POST', '/oauth/token', FORM, Buffer.from([0x61, 0x3d, 0xff]), 400],
    ['no body', 'POST', '/oauth/token', {}, undefined, 400],
    ['a doubled parameter', 'POST', '/oauth/token', FORM, 'client_id=a&client_id=b', 400],
    [
      'an unknown client',
      'POST',
      '/oauth/token',
      FORM,
      'grant_type=client_credentials&client_id=a&client_secret=b',
      401,
    ],
  ])('%s', async (_how, method, path, headers, body, status) => {
    const answer = await send(method, path, headers, body)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toMatchObject({ error: expect.any(String) })
    expect(answer.body).not.toHaveProperty('type')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  test.each([
    ['/oauth/token', 56],
    ['/interaction/x', 56],
    ['/oauth/par', 8],
    ['/device', 8],
  ])('a form that is too large for %s is told that %i KiB are taken', async (path, limit) => {
    const told = { error: 'invalid_request', error_description: `The request body is over ${limit} KiB.` }
    expect(await send('POST', path, FORM, 'a'.repeat(limit * 1_024 + 1))).toMatchObject({ status: 413, body: told })
    expect(await send('POST', path, FORM, 'a'.repeat(limit * 1_024))).not.toMatchObject({ status: 413 })
  })

  test.each([' ', 'form'])('a media type in no form, as %j, is told to send a form', async (type) => {
    const { status, body } = await send('POST', '/oauth/token', { 'content-type': type }, 'a=b')
    expect([status, body.error_description]).toEqual([415, expect.stringContaining(`Send ${FORM['content-type']}.`)])
  })

  test('elsewhere they are problems', async () => {
    for (const path of ['/v1/me', '/oauth/tokens', '/authorize/x/y'])
      expect((await send('PROPFIND', path)).body).toMatchObject({ code: 'not-implemented' })
  })

  test('a wrong method names those that are taken, OPTIONS is 204', async () => {
    expect((await send('PUT', '/oauth/token')).headers.get('allow')).toBe('OPTIONS, POST')
    const { status, headers } = await send('OPTIONS', '/.well-known/jwks.json')
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect((await send('HEAD', '/.well-known/jwks.json')).status).toBe(200)
  })
})

describe('a client proves itself as it was registered, and in no other way', () => {
  const inBody = ({ client_id, client_secret }: TestClient) => ({ client_id, client_secret })
  const grant = { grant_type: 'client_credentials' }

  test('client_secret_basic', async () => {
    const registered = await addClient(service)
    expect(await post('/oauth/token', grant, { authorization: basicOf(registered) })).toMatchObject({ status: 200 })
    const refused = await post('/oauth/token', { ...grant, ...inBody(registered) })
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  test('client_secret_post', async () => {
    const registered = await addClient(service, { token_endpoint_auth_method: 'client_secret_post' })
    expect(await post('/oauth/token', { ...grant, ...inBody(registered) })).toMatchObject({ status: 200 })
    expect(await post('/oauth/token', grant, { authorization: basicOf(registered) })).toMatchObject({ status: 401 })
    const wrong = await post('/oauth/token', { ...grant, ...inBody(registered), client_secret: 'wrong' })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)])
  })

  test('a new secret ends the one before', async () => {
    const registered = await addClient(service)
    const { client_secret } = await service.admin.sdk.oauthClients.rotateSecret(registered.client_id)
    const renewed = basicOf({ ...registered, client_secret: client_secret! })
    expect(await post('/oauth/token', grant, { authorization: basicOf(registered) })).toMatchObject({ status: 401 })
    expect(await post('/oauth/token', grant, { authorization: renewed })).toMatchObject({ status: 200 })
  })
})

describe('at /authorize', () => {
  const ask = (registered: TestClient, parameters: Record<string, string>) =>
    new Browser(fetcher).open(
      `/authorize?${new URLSearchParams({
        client_id: registered.client_id,
        response_type: 'code',
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        ...CHALLENGE,
        ...parameters,
      }).toString()}`,
    )

  test('an unknown client is told on a page of ours', async () => {
    const { status, text } = await ask({ client_id: 'cli_unknown', client_secret: '' }, {})
    expect([status, text.includes('invalid_client')]).toEqual([400, true])
  })
})

test('requests for tokens have a quota of their own, by client and address', async () => {
  const limited = await startService({ limiter: memoryLimiter({ ...DEFAULT_QUOTAS, token: 2 }), beside: service })
  const reach = await fetchTo(limited)
  const registered = await addClient(service)
  const ask = (form: Record<string, string>) =>
    reach(`${BASE_URL}/token`, { method: 'POST', body: new URLSearchParams(form) })
  const forms = { grant_type: 'client_credentials', client_id: registered.client_id, client_secret: 'wrong' }
  expect((await ask(forms)).headers.get('x-ratelimit-remaining')).toBe('1')
  await ask(forms)
  const refused = await ask(forms)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect((await ask({ ...forms, client_id: 'another' })).status).toBe(401)
  await limited.app.close()
})
