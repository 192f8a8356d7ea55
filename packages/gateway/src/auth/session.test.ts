import { access, naming } from '@roster/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticateSession } from '@roster/core/server'
import type { User } from '@roster/sdk'
import { BASE_URL, type Service, SITE, startService } from '@roster/test/service'
import { sessionInCookie } from './session.ts'

const PASSWORD = 'correct horse battery staple'
const HOUR = 60 * 60 * 1_000

let service: Service
let user: User
let count = 0
beforeAll(async () => {
  service = await startService()
  await service.admin.sdk.users.create({ name: 'Other', email: 'other@example.com', role: 'admin' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  const { users } = service.admin.sdk
  user = await users.create({ name: 'Ada', email: `ada${count++}@example.com`, role: 'admin' })
  await users.setPassword(user.id, { password: PASSWORD })
})

const signIn = (members: object = {}, at: Service = service) =>
  at.anonymous.rest('POST /v1/session', { email: user.email, password: PASSWORD, ...members })

/** What a browser sends after a sign-in: its cookie, and what pages of the service add to a change. */
async function signedIn() {
  const { headers, body } = await signIn()
  const cookie = headers['set-cookie']!.split(';')[0]!
  return { cookie, origin: BASE_URL, 'x-csrf-token': body.csrf_token as string }
}

const send = (request: string, headers: Record<string, string>, body?: unknown) =>
  service.anonymous.rest(request, body, headers)

describe('signing in', () => {
  test('answers 201 with the user and what changes need; the token is in the cookie alone', async () => {
    const { status, headers, body } = await signIn()
    const expires_at = new Date(service.clock.now() + 12 * HOUR).toISOString()
    expect({ status, body }).toEqual({
      status: 201,
      body: { user, csrf_token: expect.stringMatching(/^[\w-]{43}$/), expires_at },
    })
    expect(headers['cache-control']).toBe('no-store')
    const expires = new Date(expires_at).toUTCString()
    expect(headers['set-cookie']).toMatch(
      new RegExp(`^roster_session=rs_[0-9A-Za-z]{38}; Path=/; Expires=${expires}; HttpOnly; SameSite=Lax$`),
    )
  })

  test('over https the cookie is bound to this host', async () => {
    const secure = await startService({ baseUrl: 'https://roster.example' })
    const { users } = secure.admin.sdk
    const { id } = await users.create({ name: 'Ada', email: user.email, role: 'viewer' })
    await users.setPassword(id, { password: PASSWORD })
    const { headers } = await signIn({}, secure)
    await secure.stop()
    expect(headers['set-cookie']).toMatch(
      /^__Host-roster_session=rs_\w{38}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('only the hash of the token is kept', async () => {
    const { cookie } = await signedIn()
    const rows = await service.database.query({ text: 'select * from sessions' })
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
  })

  test.each([
    ['a wrong password', () => ({ password: 'swordfish swordfish' })],
    ['an unknown address', () => ({ email: 'nobody@example.com' })],
    ['no address', () => ({ email: '' })],
  ])('%s is 401 without a cookie', async (_what, members) => {
    const { status, headers, body } = await signIn(members())
    expect({ status, code: body.code, cookie: headers['set-cookie'] }).toEqual({
      status: 401,
      code: 'unauthenticated',
      cookie: undefined,
    })
    expect(headers['www-authenticate']).toBe('Session realm="roster"')
  })

  test.each(['suspended', 'invited'] as const)(
    'a user who is %s gets the answer of a wrong password',
    async (status) => {
      await service.admin.sdk.users.update(user.id, { status })
      const { body: refused } = await signIn()
      const { body: wrong } = await signIn({ password: 'swordfish swordfish' })
      expect({ ...refused, request_id: '' }).toEqual({ ...wrong, request_id: '' })
    },
  )

  describe('is not for pages of others, which would sign somebody in as themselves:', () => {
    const from = async (headers: Record<string, string>) =>
      send('POST /v1/session', headers, { email: user.email, password: PASSWORD })

    test.each([
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: BASE_URL, 'sec-fetch-site': 'cross-site' },
    ])('%j', async (headers) => {
      const { body, status, headers: answered } = await from(headers)
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { code: 'csrf', detail: `A session is given to pages of ${BASE_URL} only.` },
      })
      expect(answered).not.toHaveProperty('set-cookie')
    })

    test.each([
      {},
      { origin: BASE_URL },
      { origin: BASE_URL, 'sec-fetch-site': 'same-origin' },
      { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
    ])('but %j may', async (headers) => {
      expect(await from(headers as Record<string, string>)).toMatchObject({ status: 201 })
    })
  })

  test('an Idempotency-Key belongs to a caller, and signing in has none: each time opens a session of its own', async () => {
    const once = () => send('POST /v1/session', { 'idempotency-key': 'k' }, { email: user.email, password: PASSWORD })
    const [one, two] = [await once(), await once()]
    expect([one.status, two.status, two.headers['idempotent-replayed']]).toEqual([201, 201, undefined])
    expect(one.headers['set-cookie']).not.toBe(two.headers['set-cookie'])
  })
})

describe('a session', () => {
  test('acts as its user with every scope of the role, over REST and RPC', async () => {
    const { cookie } = await signedIn()
    const expected = {
      principal: { type: 'session', id: user.id, name: 'Ada' },
      role: 'admin',
      scopes: expect.arrayContaining(['manage:clients']),
      user,
    }
    expect(await send('GET /v1/me', { cookie })).toMatchObject({ status: 200, body: expected })
    expect(await send('GET /trpc/me.get', { cookie })).toMatchObject({ body: { result: { data: expected } } })
  })

  test('is shown with its csrf_token', async () => {
    const { body: created, headers } = await signIn()
    const cookie = headers['set-cookie']!
    expect(await send('GET /v1/session', { cookie })).toMatchObject({
      status: 200,
      body: created,
      headers: { 'cache-control': 'no-store' },
    })
  })

  test('ends at once with a sign-out, which takes the cookie away', async () => {
    const browser = await signedIn()
    const { status, headers } = await send('DELETE /v1/session', browser)
    expect({ status, cookie: headers['set-cookie'] }).toEqual({
      status: 204,
      cookie: 'roster_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    })
    expect(await send('GET /v1/me', browser)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('is ended only as it was read, where a sign-out says so', async () => {
    const browser = await signedIn()
    const { headers } = await send('GET /v1/session', browser)
    const signOut = (etag: string) => send('DELETE /v1/session', { ...browser, 'if-match': etag })
    expect(await signOut('"another"')).toMatchObject({ status: 412, body: { code: 'version-conflict' } })
    expect(await signOut(headers['etag']!)).toMatchObject({ status: 204 })
  })

  test('ends 12 hours after the sign-in, whatever is done in it', async () => {
    const { cookie } = await signedIn()
    service.clock.advance(12 * HOUR - 1)
    expect(await send('GET /v1/me', { cookie })).toMatchObject({ status: 200 })
    service.clock.advance(1)
    expect(await send('GET /v1/me', { cookie })).toMatchObject({ status: 401 })
  })

  test.each([
    ['suspended', () => service.admin.sdk.users.update(user.id, { status: 'suspended' })],
    ['demoted', () => service.admin.sdk.users.update(user.id, { role: 'viewer' })],
    ['deleted', () => service.admin.sdk.users.delete(user.id)],
    ['made to wait for an invitation', () => service.admin.sdk.users.update(user.id, { status: 'invited' })],
  ])('ends at once when its user is %s', async (_how, change) => {
    const { cookie } = await signedIn()
    await change()
    expect(await send('GET /v1/me', { cookie })).toMatchObject({ status: 401 })
  })

  test.each([
    'update account_credentials set version = version + 1 where account_id = $1',
    `update users set status = 'suspended' where id = $1`,
    'update users set deleted_at = now() where id = $1',
  ])('is nobody once its user is other than at the sign-in, even if it was left: %s', async (change) => {
    const { cookie } = await signedIn()
    await service.database.query({ text: change }, [user.id])
    expect(await send('GET /v1/me', { cookie })).toMatchObject({ status: 401 })
  })

  test.each([
    'roster_session=rs_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi',
    'roster_session=swordfish',
    'a=b; roster_session="x"',
  ])('that is none, as in %s, is 401 with the challenges of the other ways in', async (cookie) => {
    const without = await send('GET /v1/me', {})
    const { status, headers } = await send('GET /v1/me', { cookie })
    expect({ status, challenges: headers['www-authenticate'] }).toEqual({
      status: 401,
      challenges: without.headers['www-authenticate'],
    })
  })

  test.each([
    ['an API key', { 'x-api-key': 'x' }],
    ['an API key in Basic', { authorization: 'Basic eDo=' }],
    ['an access token', { authorization: 'Bearer x' }],
    ['a bound access token', { authorization: 'DPoP x' }],
  ])('and %s are two credentials: 400', async (_what, other) => {
    const { cookie } = await signedIn()
    expect(await send('GET /v1/me', { cookie, ...other })).toMatchObject({
      status: 400,
      body: { code: 'bad-request' },
    })
  })

  test('is none of other credentials: 404', async () => {
    for (const request of ['GET /v1/session', 'DELETE /v1/session'])
      expect(await service.admin.rest(request)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

const csrf = { status: 403, body: { code: 'csrf' } }
const without = (headers: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

/** How the headers of a change differ from those of a page of this service. */
const foreign: [string, (own: Record<string, string>) => Record<string, string>][] = [
  ['without a token', (own) => without(own, 'x-csrf-token')],
  ['with another token', (own) => ({ ...own, 'x-csrf-token': own['x-csrf-token']!.replace(/^./, '=') })],
  ['with an empty token', (own) => ({ ...own, 'x-csrf-token': '' })],
  ['from another origin', (own) => ({ ...own, origin: 'https://evil.example' })],
  ['from another port', (own) => ({ ...own, origin: `${BASE_URL}:81` })],
  ['from another scheme', (own) => ({ ...own, origin: BASE_URL.replace('http:', 'https:') })],
  ['from the origin null', (own) => ({ ...own, origin: 'null' })],
  ['from an origin whose pages may read answers', (own) => ({ ...own, origin: 'https://app.example.com' })],
  ['that the browser calls cross-site', (own) => ({ ...own, 'sec-fetch-site': 'cross-site' })],
  ['that the browser calls same-site', (own) => ({ ...own, 'sec-fetch-site': 'same-site' })],
  ['that nothing says the origin of', (own) => without(own, 'origin')],
  [
    'with another session’s token',
    (own) => ({ ...own, 'x-csrf-token': 'pX9wq1lKq0T8b4mC7s2Yd5vR3nJ6hF0eA1uZ4xG8oWk' }),
  ],
]

describe('a change with a session', () => {
  let browser: Record<string, string>
  beforeEach(async () => {
    browser = await signedIn()
  })

  test.each(foreign)('%s is 403 over REST and RPC, and has no effect', async (_what, change) => {
    const headers = change(browser)
    const input = { name: 'X', role: 'viewer', email: `x${count++}@example.com` }
    expect(await send('POST /v1/users', headers, input)).toMatchObject(csrf)
    for (const method of ['PUT', 'PATCH'])
      expect(await send(`${method} /v1/users/${user.id}`, headers, input)).toMatchObject(csrf)
    expect(await send('DELETE /v1/session', headers)).toMatchObject(csrf)
    const rpc = await send('POST /trpc/users.create', headers, input)
    expect(rpc).toMatchObject({ status: 403, body: { error: { data: { problem: { code: 'csrf' } } } } })
    expect(await send('GET /v1/users?search=' + input.email, { cookie: browser['cookie']! })).toMatchObject({
      body: { data: [] },
    })
  })

  test.each([
    ['with Origin', (own: Record<string, string>) => own],
    [
      'with Sec-Fetch-Site alone',
      (own: Record<string, string>) => ({ ...without(own, 'origin'), 'sec-fetch-site': 'same-origin' }),
    ],
    ['with both', (own: Record<string, string>) => ({ ...own, 'sec-fetch-site': 'same-origin' })],
  ])('from a page of this service, %s, is done', async (_what, change) => {
    const input = { name: 'X', role: 'viewer', email: `x${count++}@example.com` }
    expect(await send('POST /v1/users', change(browser), input)).toMatchObject({ status: 201 })
    const other = { ...input, email: `x${count++}@example.com` }
    expect(await send('POST /trpc/users.create', change(browser), other)).toMatchObject({ status: 200 })
  })

  test('is not asked for a token where it only reads, also from elsewhere', async () => {
    const { cookie } = browser as { cookie: string }
    const headers = { cookie, origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }
    expect(await send('GET /v1/me', headers)).toMatchObject({ status: 200 })
  })

  test('is not a matter of cross-site requests with an API key', async () => {
    const headers = { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }
    expect(await service.admin.rest('POST /v1/realtime/tickets', undefined, headers)).toMatchObject({ status: 201 })
  })
})

test.each<[what: string, headers: Record<string, string>, isLetIn: boolean]>([
  ['of a page of this service', { origin: BASE_URL }, true],
  ['of a page of another site', { origin: 'https://evil.example' }, false],
  ['of a page of another site, in other letters', { origin: 'https://evil.example', upgrade: 'WebSocket' }, false],
  ['of no page', { origin: 'null' }, false],
  ['that does not name its page', {}, false],
  ['that does not name its page, of this site', { 'sec-fetch-site': 'same-origin' }, false],
])('a WebSocket with a session %s', async (_what, headers, isLetIn) => {
  const { cookie } = await signedIn()
  const find = (token: string) =>
    authenticateSession({ database: service.database, access, naming }, token, service.clock.now())
  const request = { method: 'GET', headers: { cookie, upgrade: 'websocket', ...headers } }
  const mechanism = sessionInCookie(find, SITE)
  const verified = mechanism.verify(mechanism.find(request as never)!, request as never).then(
    (principal) => principal?.id === user.id,
    (problem: { code: string }) => problem.code !== 'csrf',
  )
  expect(await verified).toBe(isLetIn)
})

test('a browser of the tests is one', async () => {
  const { sdk } = await service.browser(user.email, PASSWORD)
  expect(await sdk.users.update(user.id, { name: 'Ada K.' })).toMatchObject({ name: 'Ada K.' })
})
