import { readFileSync } from 'node:fs'
import * as client from 'openid-client'
import { addClient, addUser, basicOf, CHALLENGE, DEVICE_CODE, REDIRECT_URI, type TestClient } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { askForCode, discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, passTime, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let service: Service
let fetcher: Fetch
let email: string
let mine: TestClient
let theirs: TestClient
let machine: TestClient
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  fetcher = await fetchTo(service)
  ;({ email } = await addUser(service, 'Ada Lovelace', 'admin'))
  mine = await addClient(service)
  theirs = await addClient(service, { redirect_uris: ['https://theirs.example.com/callback'] })
  machine = await addClient(service, { grant_types: ['client_credentials'], redirect_uris: [], scopes: ['read:users'] })
})
afterAll(() => service.stop())

const authorize = (parameters: Record<string, string | undefined>, browser = new Browser(fetcher)) =>
  askForCode(browser, mine, parameters)

/** Asks for a token with a body as it is. */
async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetcher(BASE_URL + path, { method: 'POST', headers: { ...type, ...headers }, body })
  const text = await response.text()
  return { status: response.status, error: text.startsWith('{') ? (JSON.parse(text).error as string) : text }
}

const form = (members: Record<string, string>) => new URLSearchParams(members).toString()
const asMe = () => ({ authorization: basicOf(mine) })

/** Tokens of the user for a client. */
async function granted(registered = mine, parameters: Record<string, string> = {}) {
  const config = await discover(fetcher, registered)
  const { view, redeem } = await goThrough({ fetcher, config, email, parameters })
  return { config, view, redeem }
}

describe('a code is not redeemed', () => {
  const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  async function codeOf(): Promise<string> {
    const browser = new Browser(fetcher)
    await authorize({}, browser)
    await browser.submit({ email, password: PASSWORD })
    const { url } = await browser.submit({ decision: 'allow' })
    return url.searchParams.get('code')!
  }
  const redeem = (code: string, members: Record<string, string>, headers = asMe()) =>
    post(
      '/oauth/token',
      form({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...members }),
      headers,
    )

  test.each<[how: string, members: Record<string, string>, headers?: () => { authorization: string }]>([
    ['without a verifier', {}],
    ['with an empty verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: `${VERIFIER.slice(0, -1)}A` }],
    ['with the challenge as verifier', { code_verifier: CHALLENGE.code_challenge }],
    ['by another client', { code_verifier: VERIFIER }, () => ({ authorization: basicOf(theirs) })],
    ['for another redirect address', { code_verifier: VERIFIER, redirect_uri: 'https://app.example.com/other' }],
    ['for no redirect address', { code_verifier: VERIFIER, redirect_uri: '' }],
    ['for another API', { code_verifier: VERIFIER, resource: 'https://evil.example' }],
  ])('%s', async (_how, members, headers) => {
    const { status, error } = await redeem(await codeOf(), members, headers?.())
    expect([status, error]).toEqual([400, expect.stringMatching(/^invalid_(?:grant|request|target)$/)])
  })

  test('after its minute is over', async () => {
    const code = await codeOf()
    passTime(service, 61_000)
    expect(await redeem(code, { code_verifier: VERIFIER })).toEqual({ status: 400, error: 'invalid_grant' })
  })

  test('as a refresh token, nor a refresh token as a code', async () => {
    const members = { grant_type: 'refresh_token', refresh_token: await codeOf() }
    expect(await post('/oauth/token', form(members), asMe())).toEqual({ status: 400, error: 'invalid_grant' })
    const { refresh_token } = await (await granted()).redeem()
    expect(await redeem(refresh_token!, { code_verifier: VERIFIER })).toEqual({ status: 400, error: 'invalid_grant' })
  })
})

describe('a refresh token', () => {
  test('is of no use to another client, and goes on for its own', async () => {
    const { config, redeem } = await granted()
    const { refresh_token } = await redeem()
    const other = await discover(fetcher, theirs)
    expect(await errorOf(client.refreshTokenGrant(other, refresh_token!))).toBe('invalid_grant')
    expect(await errorOf(client.refreshTokenGrant(config, refresh_token!))).toBe('none')
  })

  test.each(['write:users', 'read:users write:users', 'manage:keys', 'offline_access'])(
    'never brings more than was granted: %s',
    async (scope) => {
      const { config, redeem } = await granted(mine, { scope: 'openid read:users' })
      const { refresh_token } = await redeem()
      expect(await errorOf(client.refreshTokenGrant(config, refresh_token!, { scope }))).toBe('invalid_scope')
    },
  )

  test('brings less when less is asked for, and does not forget the rest', async () => {
    const { config, redeem } = await granted(mine, { scope: 'openid read:users read:orders' })
    const { refresh_token } = await redeem()
    const less = await client.refreshTokenGrant(config, refresh_token!, { scope: 'read:users' })
    expect(less.scope).toBe('read:users')
    const all = await client.refreshTokenGrant(config, less.refresh_token!)
    expect(all.scope?.split(' ')).toEqual(expect.arrayContaining(['read:users', 'read:orders']))
  })
})

test('a device code is of no use to another client, and goes on for its own', async () => {
  const config = await discover(fetcher, mine)
  const { device_code } = await client.initiateDeviceAuthorization(config, { scope: 'read:users' })
  const poll = (registered: TestClient) =>
    post('/oauth/token', form({ grant_type: DEVICE_CODE, device_code }), { authorization: basicOf(registered) })
  expect(await poll(theirs)).toEqual({ status: 400, error: 'invalid_grant' })
  passTime(service, 20_000)
  expect(await poll(mine)).toEqual({ status: 400, error: 'authorization_pending' })
})

describe('POST /oauth/token refuses', () => {
  const grant = { grant_type: 'client_credentials' }
  const certificate = () =>
    `:${readFileSync(new URL('./certificate.pem', import.meta.url), 'utf8').replaceAll(/-----[A-Z ]+-----|\s/g, '')}:`

  test.each<[what: string, body: () => string, headers: () => Record<string, string>, status: number, error: string]>([
    ['no client', () => form(grant), () => ({}), 401, 'invalid_client'],
    [
      'a grant that the client is not registered for',
      () => form({ grant_type: 'refresh_token', refresh_token: 'x' }),
      () => ({ authorization: basicOf(machine) }),
      400,
      'unauthorized_client',
    ],
    ['an unknown client', () => form({ ...grant, client_id: 'cli_x' }), () => ({}), 401, 'invalid_client'],
    [
      'a client without its secret',
      () => form({ ...grant, client_id: mine.client_id }),
      () => ({}),
      401,
      'invalid_client',
    ],
    [
      'a secret in the body of a client that sends it in the header',
      () => form({ ...grant, ...mine }),
      () => ({}),
      401,
      'invalid_client',
    ],
    ['two ways at once', () => form({ ...grant, ...mine }), asMe, 400, 'invalid_request'],
    [
      'a client in the body that is not the one in the header',
      () => form({ ...grant, client_id: theirs.client_id }),
      asMe,
      400,
      'invalid_request',
    ],
    [
      'a signed assertion',
      () =>
        form({
          ...grant,
          client_assertion: 'x',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }),
      () => ({}),
      401,
      'invalid_client',
    ],
    ['a parameter that comes twice', () => `${form(grant)}&${form(grant)}`, asMe, 400, 'invalid_request'],
    [
      'a password',
      () => form({ grant_type: 'password', username: email, password: PASSWORD }),
      asMe,
      400,
      'unsupported_grant_type',
    ],
    ['an implicit grant', () => form({ grant_type: 'implicit' }), asMe, 400, 'unsupported_grant_type'],
    ['a grant from Object.prototype', () => form({ grant_type: '__proto__' }), asMe, 400, 'unsupported_grant_type'],
    ['a grant of no type', () => '', asMe, 400, 'invalid_request'],
    [
      'a form that says it is JSON',
      () => form(grant),
      () => ({ ...asMe(), 'content-type': 'application/json' }),
      415,
      'invalid_request',
    ],
    [
      'a form in parts',
      () => '--x--',
      () => ({ ...asMe(), 'content-type': 'multipart/form-data; boundary=x' }),
      415,
      'invalid_request',
    ],
    ['a compressed form', () => form(grant), () => ({ ...asMe(), 'content-encoding': 'gzip' }), 415, 'invalid_request'],
    ['a huge form', () => form({ ...grant, filler: 'x'.repeat(100_000) }), asMe, 413, 'invalid_request'],
    ['more than the client may have', () => form({ ...grant, scope: 'manage:keys' }), asMe, 400, 'invalid_scope'],
    ['another API', () => form({ ...grant, resource: 'https://evil.example' }), asMe, 400, 'invalid_target'],
  ])('%s', async (_what, body, headers, status, error) => {
    expect(await post('/oauth/token', body(), headers())).toEqual({ status, error })
  })

  test('what stands in the address: a secret there is not taken', async () => {
    const query = form({ ...grant, client_id: mine.client_id, client_secret: mine.client_secret })
    const byPost = await addClient(service, { token_endpoint_auth_method: 'client_secret_post' })
    const ofPost = form({ client_secret: byPost.client_secret })
    const answers = [
      await post(`/oauth/token?${query}`, ''),
      await post(`/oauth/token?${ofPost}`, form({ ...grant, client_id: byPost.client_id })),
      await post(`/oauth/token?${form(grant)}`, '', asMe()),
    ]
    expect(answers.map(({ status }) => status)).not.toContain(200)
  })

  test('a certificate that a header claims, from somebody who is no trusted proxy', async () => {
    const byCertificate = await addClient(service, {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: 'CN=client.example.com',
    })
    const body = form({ ...grant, client_id: byCertificate.client_id })
    for (const name of ['client-cert', 'x-ssl-client-cert', 'x-client-cert', 'x-forwarded-client-cert'])
      expect(await post('/oauth/token', body, { [name]: certificate() })).toEqual({
        status: 401,
        error: 'invalid_client',
      })
  })

  test('GET', async () => {
    const response = await fetcher(`${BASE_URL}/oauth/token?${form({ ...grant, ...mine })}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
  })
})
