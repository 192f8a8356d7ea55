import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basicOf, DEVICE_CODE, type TestClient } from '../support/oauth.ts'
import { killAll, launch, type ServiceProcess } from '../support/process.ts'
import { Receiver, status as answering } from '../support/receiver.ts'
import { Browser } from '../support/relying-party.ts'

const REDIRECT_URI = 'http://localhost:1/callback'
const EMAIL = 'ada@example.com'
const PASSWORD = 'analytical engine no 1'
const SECRET = randomBytes(32).toString('base64')

let directory: string
let service: ServiceProcess
let roster: string
let key: string
/** Every secret that was used or given, by what it is. */
const secrets = new Map<string, string>([
  ['ROSTER_SECRET', SECRET],
  ['password', PASSWORD],
])
/** All that people and programs were told of mistakes: problems, errors of OAuth, pages and their headers; and the metrics. */
const told: string[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-secrets-'))
  const environment = { ROSTER_DATA_DIR: directory, ROSTER_SECRET: SECRET, ROSTER_API_KEY_IN_QUERY: 'on' }
  const loopback = { ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8' }
  service = launch({ ...environment, ...loopback, LOG_LEVEL: 'trace', ROSTER_RATE_LIMIT: 'off' })
  ;({ url: roster, key } = await service.ready())
  secrets.set('first key', key)
})
afterAll(async () => {
  await killAll()
  await rm(directory, { recursive: true, force: true })
})

/** Notes a secret, and gives it on. */
function note(what: string, secret: unknown): string {
  expect([what, secret]).toEqual([what, expect.stringMatching(/.{8}/)])
  secrets.set(what, String(secret))
  return String(secret)
}

interface Given {
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
}

async function call(method: string, path: string, { headers = {}, json, form }: Given = {}) {
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await fetch(roster + path, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (response.status >= 400)
    told.push(`${method} ${path.split('?')[0]} ${JSON.stringify([...response.headers])} ${text}`)
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

const withKey = (json?: unknown) => ({ headers: { 'x-api-key': key }, json })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Everything that a secret can be read from. */
const everything = () => [service.output().replace(/only this once: \S+/, ''), ...told].join('\n')

describe('what is used', () => {
  let app: TestClient
  let userId: string

  test('API keys', async () => {
    const made = await call('POST', '/v1/api-keys', withKey({ name: 'Test', role: 'admin', scopes: ['read:users'] }))
    const secret = note('API key', made.body.secret)
    const { body } = await call('POST', `/v1/api-keys/${made.body.id}/rotate`, withKey())
    note('rotated API key', body.secret)
    const basic = note('Basic', Buffer.from(`${secret}:`).toString('base64'))
    const answers = [
      await call('GET', '/v1/me', { headers: { 'x-api-key': secret } }),
      await call('GET', '/v1/me', { headers: { authorization: `Basic ${basic}` } }),
      await call('GET', `/v1/me?api_key=${secret}`),
      await call('GET', `/trpc/me.get?api_key=${secret}`),
      await call('GET', `/v1/users/nobody?api_key=${secret}`),
      await call('GET', `/nothing?api_key=${secret}`),
      await call('DELETE', `/v1/users/nobody?%61pi_key=${secret}`),
      await call('GET', `/v1/users?limit=1&nonsense=1&api_key=${secret}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404, 403, 400])
  })

  test('sessions', async () => {
    userId = (await call('POST', '/v1/users', withKey({ name: 'Ada', email: EMAIL, role: 'admin' }))).body.id
    expect((await call('POST', `/v1/users/${userId}/password`, withKey({ password: PASSWORD }))).status).toBe(204)
    const opened = await call('POST', '/v1/session', { json: { email: EMAIL, password: PASSWORD } })
    const cookie = String(opened.headers.get('set-cookie')).split(';')[0]!
    note('session', cookie.split('=')[1])
    const csrf = note('CSRF token', opened.body.csrf_token)
    const headers = { cookie, origin: roster, 'x-csrf-token': csrf }
    const ticket = await call('POST', '/v1/realtime/tickets', { headers })
    note('ticket', ticket.body.ticket)
    await call('POST', '/v1/realtime/tickets', { headers: { ...headers, 'x-csrf-token': `${csrf}x` } })
    expect((await call('DELETE', '/v1/session', { headers })).status).toBe(204)
  })

  test('tokens of clients', async () => {
    const { body } = await call(
      'POST',
      '/v1/oauth-clients',
      withKey({
        name: 'Field Reports',
        type: 'confidential',
        grant_types: ['client_credentials', 'authorization_code', 'refresh_token', DEVICE_CODE],
        redirect_uris: [REDIRECT_URI],
        scopes: ['openid', 'email', 'read:users'],
      }),
    )
    app = body
    note('client secret', app.client_secret)
    note('client login', basicOf(app).split(' ')[1])
    const headers = { authorization: basicOf(app) }
    const answer = await call('POST', '/oauth/token', { headers, form: { grant_type: 'client_credentials' } })
    const token = note('access token', answer.body.access_token)
    expect((await call('GET', '/v1/users', { headers: bearer(token) })).status).toBe(200)
    await call('GET', '/v1/api-keys', { headers: bearer(token) })
    for (const path of ['/oauth/introspect', '/oauth/revoke'])
      expect((await call('POST', path, { headers, form: { token } })).status).toBe(200)
    await expect.poll(async () => (await call('GET', '/v1/me', { headers: bearer(token) })).status).toBe(401)
  })

  test('codes, refresh tokens and ID tokens', async () => {
    const config = await client.discovery(
      new URL(roster),
      app.client_id,
      undefined,
      client.ClientSecretBasic(app.client_secret),
      {
        execute: [client.allowInsecureRequests],
      },
    )
    const verifier = note('PKCE verifier', client.randomPKCECodeVerifier())
    const browser = new Browser((url, init) => fetch(url, { redirect: 'manual', ...init }), roster)
    await browser.open(
      client.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: 'openid email read:users',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    )
    const wrong = note('mistyped password', 'analytical engine no 2')
    told.push((await browser.submit({ email: EMAIL, password: wrong })).text)
    await browser.submit({ email: EMAIL, password: PASSWORD })
    const { url } = await browser.submit({ decision: 'allow' })
    note('code', url.searchParams.get('code'))
    // The interaction is named in the address of its page too; the signature beside it is what only this browser has.
    const cookies = browser.kept.filter(([name]) => name !== 'roster_interaction')
    for (const [name, value] of cookies) note(`cookie ${name}`, value)
    expect(cookies.map(([name]) => name)).toContain('roster_interaction.sig')
    const checks = { pkceCodeVerifier: verifier }
    const tokens = await client.authorizationCodeGrant(config, url, checks)
    note('access token of a user', tokens.access_token)
    note('ID token', tokens.id_token)
    const refresh_token = note('refresh token', tokens.refresh_token)
    const next = await client.refreshTokenGrant(config, refresh_token)
    note('second refresh token', next.refresh_token)
    note('second access token', next.access_token)
    expect((await call('GET', '/userinfo', { headers: bearer(next.access_token) })).status).toBe(200)

    const headers = { authorization: basicOf(app) }
    const grant = { grant_type: 'refresh_token', refresh_token }
    expect((await call('POST', '/token', { headers, form: grant })).body).toMatchObject({ error: 'invalid_grant' })
    const again = { grant_type: 'authorization_code', code: secrets.get('code')!, redirect_uri: REDIRECT_URI }
    expect((await call('POST', '/token', { headers, form: again })).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('device codes', async () => {
    const headers = { authorization: basicOf(app) }
    const { body } = await call('POST', '/device', { headers, form: { scope: 'read:users' } })
    const device_code = note('device code', body.device_code)
    const user_code = note('user code', body.user_code)
    note('user code as it is kept', user_code.replace('-', ''))
    const poll = () => call('POST', '/oauth/token', { headers, form: { grant_type: DEVICE_CODE, device_code } })
    expect((await poll()).body).toMatchObject({ error: 'authorization_pending' })
    const browser = new Browser((url, init) => fetch(url, { redirect: 'manual', ...init }), roster)
    await browser.open(body.verification_uri_complete)
    await browser.submit({ user_code })
    told.push((await browser.submit({ abort: 'yes' })).text)
    await browser.open('/device/verify')
    // An old code is shown again to whoever typed it; that page is theirs.
    await browser.submit({ user_code })
  })

  test('webhooks', async () => {
    const receiver = await Receiver.start()
    const token = note('token in an address', 'capability-3f9a71')
    const json = { url: `${receiver.url}?token=${token}`, events: ['*'] }
    const { body: endpoint } = await call('POST', '/v1/webhook-endpoints', withKey(json))
    const path = `/v1/webhook-endpoints/${endpoint.id}`
    note('signing secret', endpoint.secret)
    expect((await call('POST', `${path}/test`, withKey())).status).toBe(202)
    await receiver.has(1)
    note('second signing secret', (await call('POST', `${path}/rotate-secret`, withKey())).body.secret)
    receiver.answer = answering(500)
    expect((await call('POST', `${path}/test`, withKey())).status).toBe(202)
    await receiver.has(2)
    for (const { headers } of receiver.received) note('signature', headers['webhook-signature'])
    const port = receiver.port
    await receiver.stop()
    const { body } = await call('POST', `${path}/test`, withKey())
    const attempts = async () => (await call('GET', `${path}/deliveries`, withKey())).body.data
    const refused = [expect.objectContaining({ error: expect.stringContaining(`127.0.0.1:${port}`) })]
    await expect.poll(attempts).toContainEqual(expect.objectContaining({ id: body.id, attempts: refused }))
    told.push(JSON.stringify(await attempts()))
    const wrong = { url: `http://example.com/hook?token=${token}`, events: [token] }
    expect((await call('POST', '/v1/webhook-endpoints', withKey(wrong))).status).toBe(422)
  })

  test('what is wrong', async () => {
    const guess = note('wrong secret', 'swordfish-swordfish-swordfish')
    const login = note('wrong login', Buffer.from(`${app.client_id}:${guess}`).toString('base64'))
    const wrong: [string, string, Given][] = [
      ['GET', '/v1/me', { headers: { 'x-api-key': guess } }],
      ['GET', '/v1/me', { headers: bearer(guess) }],
      ['GET', '/v1/me', { headers: { authorization: `Basic ${login}` } }],
      ['GET', '/v1/me', { headers: { authorization: `DPoP ${guess}`, dpop: guess } }],
      ['GET', '/v1/me', { headers: { cookie: `roster_session=${guess}` } }],
      ['GET', '/v1/me', { headers: { authorization: guess } }],
      ['GET', `/v1/me?api_key=${guess}`, {}],
      ['GET', `/v1/me?api_key=${guess}&api_key=${guess}`, {}],
      ['POST', '/v1/session', { json: { email: EMAIL, password: guess } }],
      ['POST', '/v1/session', { json: { email: EMAIL, password: guess, [guess.slice(0, 3)]: guess } }],
      ['POST', '/v1/session', { json: { email: { [EMAIL]: 1 }, password: [guess] } }],
      ['POST', `/v1/users/${userId}/password`, withKey({ password: guess.slice(0, 9) })],
      ['POST', `/v1/users/${userId}/password`, withKey({ password: guess.repeat(9) })],
      [
        'POST',
        '/oauth/token',
        { headers: { authorization: `Basic ${login}` }, form: { grant_type: 'client_credentials' } },
      ],
      [
        'POST',
        '/oauth/token',
        { form: { grant_type: 'client_credentials', client_id: app.client_id, client_secret: guess } },
      ],
      [
        'POST',
        `/oauth/token?client_secret=${guess}`,
        { form: { grant_type: 'client_credentials', client_id: app.client_id } },
      ],
      [
        'POST',
        '/oauth/token',
        { headers: { authorization: basicOf(app) }, form: { grant_type: 'refresh_token', refresh_token: guess } },
      ],
      [
        'POST',
        '/oauth/token',
        { headers: { authorization: basicOf(app) }, form: { grant_type: 'authorization_code', code: guess } },
      ],
      ['POST', '/oauth/token', { headers: { authorization: basicOf(app) }, json: { client_secret: guess } }],
      ['POST', '/oauth/introspect', { form: { token: guess } }],
      ['GET', '/userinfo', { headers: bearer(guess) }],
      ['GET', `/authorize?client_id=${app.client_id}&redirect_uri=https://evil.example/&state=${guess}`, {}],
      ['GET', `/authorize?client_id=${app.client_id}&request=${guess}`, {}],
    ]
    for (const [method, path, given] of wrong)
      expect((await call(method, path, given)).status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
  })
})

test('nothing of it is in the log, in the metrics, or told to anybody', async () => {
  const { status, body } = await call('GET', '/metrics')
  expect(status).toBe(200)
  told.push(body)
  const written = everything()
  expect(written).toContain('/oauth/token')
  const leaked = [...secrets].filter(
    ([, secret]) => written.includes(secret) || written.includes(encodeURIComponent(secret)),
  )
  expect(leaked.map(([what]) => what)).toEqual([])
  expect(secrets.size).toBeGreaterThan(25)
})

test('nor by a process that ends', async () => {
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
  const written = everything()
  expect([...secrets].filter(([, secret]) => written.includes(secret))).toEqual([])
})
