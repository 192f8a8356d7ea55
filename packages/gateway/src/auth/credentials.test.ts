import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, sendRaw } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'

const UNKNOWN = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

const CHALLENGES = [
  'Bearer realm="roster", resource_metadata="http://roster.test/.well-known/oauth-protected-resource"',
  'DPoP realm="roster", algs="ES256 EdDSA Ed25519 PS256 RS256"',
  'ApiKey realm="roster"',
]

let service: Service
let secret: string
let id: string
beforeAll(async () => {
  service = await startService()
  ;({ secret, id } = await service.admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: ['read:users'] }))
})
afterAll(() => service.stop())

const me = (headers: Record<string, string | string[]>) =>
  service.app.inject({ method: 'GET', url: '/v1/me', headers }).then(({ statusCode, headers: answered, json }) => ({
    status: statusCode,
    challenges: answered['www-authenticate'],
    body: json(),
  }))

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

test.each([
  ['X-API-Key', () => ({ 'x-api-key': secret })],
  ['Basic with an empty password', () => basic(`${secret}:`)],
  ['Basic without a colon', () => basic(secret)],
  ['basic in small letters', () => ({ authorization: basic(`${secret}:`).authorization.replace('Basic', 'basic') })],
])('an API key in %s proves who calls', async (_, headers) => {
  expect(await me(headers())).toMatchObject({ status: 200, body: { principal: { type: 'api_key', id } } })
})

test('no credential is 401 with the challenges that would do', async () => {
  expect(await me({})).toMatchObject({
    status: 401,
    challenges: CHALLENGES,
    body: { code: 'unauthenticated' },
  })
})

test.each(['authorization', 'x-api-key'])('an empty %s is no credential', async (name) => {
  expect(await me({ [name]: '' })).toMatchObject({ status: 401, challenges: CHALLENGES })
  const good = name === 'x-api-key' ? basic(`${secret}:`) : { 'x-api-key': secret }
  expect(await me({ ...good, [name]: '' })).toMatchObject({ status: 200, body: { principal: { id } } })
})

test('a scheme that is not known is no credential', async () => {
  expect(await me({ authorization: `Frob ${secret}` })).toMatchObject({ status: 401, challenges: CHALLENGES })
})

test.each([
  ['an unknown key', () => ({ 'x-api-key': UNKNOWN })],
  ['no key at all', () => ({ 'x-api-key': 'swordfish' })],
  ['a key with a wrong checksum', () => ({ 'x-api-key': secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0') })],
  ['Basic with a password', () => basic(`${secret}:password`)],
  ['Basic with an empty user', () => basic(':')],
  ['Basic that is no base64', () => ({ authorization: 'Basic !!!' })],
])('%s is 401, and the answer does not repeat it', async (_, headers) => {
  const answer = await me(headers())
  expect(answer).toMatchObject({ status: 401, challenges: ['ApiKey realm="roster"'] })
  for (const value of [secret, ...Object.values(headers()).filter(Boolean)])
    expect(JSON.stringify(answer)).not.toContain(value)
})

test.each([
  ['two mechanisms', () => ({ 'x-api-key': secret, ...basic(`${secret}:`) })],
  [
    'two Authorization lines',
    () => ({ authorization: [basic(`${secret}:`).authorization, basic(`${secret}:`).authorization] }),
  ],
  ['two X-API-Key lines', () => ({ 'x-api-key': [secret, secret] })],
  ['a good key and a bad one', () => ({ 'x-api-key': UNKNOWN, ...basic(`${secret}:`) })],
  ['a key and an access token', () => ({ 'x-api-key': secret, authorization: 'Bearer x' })],
  ['a key and a session', () => ({ 'x-api-key': secret, cookie: 'roster_session=x' })],
  ['a key and a bound access token', () => ({ 'x-api-key': secret, authorization: 'DPoP x' })],
])('%s are two credentials: 400', async (_, headers) => {
  expect(await me(headers() as Record<string, string | string[]>)).toMatchObject({
    status: 400,
    body: { code: 'bad-request', detail: 'The request carries two credentials. Send one.' },
  })
})

test('a revoked key is 401 from the next request on', async () => {
  const { apiKeys } = service.admin.sdk
  const key = await apiKeys.create({ name: 'Gone', role: 'admin', scopes: ['read:users'] })
  expect(await me({ 'x-api-key': key.secret })).toMatchObject({ status: 200 })
  await apiKeys.revoke(key.id)
  expect(await me({ 'x-api-key': key.secret })).toMatchObject({ status: 401 })
})

test('two lines of one header are two credentials, also where one is empty', async () => {
  const port = await listen(service.app)
  const doubled = [
    ['X-API-Key:', `X-API-Key: ${secret}`],
    [`Authorization: ${basic(`${secret}:`).authorization}`, 'Authorization:'],
  ]
  for (const both of doubled) {
    const lines = ['GET /v1/me HTTP/1.1', 'Host: roster.test', ...both, '', '']
    expect(await sendRaw(port, lines.join('\r\n'))).toMatchObject({ status: 400 })
  }
})
