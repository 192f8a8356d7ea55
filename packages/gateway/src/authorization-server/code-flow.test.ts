import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClient, addUser, CHALLENGE, REDIRECT_URI, type TestClient } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { type Asking, discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { onPostgres } from '@roster/test/database'
import { Browser, type Fetch } from '@roster/test/relying-party'
import { BASE_URL, passTime, type Service } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser())
  // The last administrator could not be suspended.
  await addUser(service, 'Grace Hopper', 'admin')
})
afterAll(() => service.stop())

const relyingParty = (registered: TestClient) => discover(fetcher, registered)
const authorize = (asking: Omit<Asking, 'fetcher' | 'email'> & { email?: string }) =>
  goThrough({ fetcher, email: user.email, ...asking })

test('a person signs in and consents, and the client gets tokens', async () => {
  const config = await relyingParty(await addClient(service))
  const { view, redeem } = await authorize({ config })
  expect(view.url.href).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/)
  const tokens = await redeem()
  expect(tokens).toMatchObject({ expires_in: 900, scope: 'openid email read:users', refresh_token: expect.any(String) })
  expect(tokens.claims()).toMatchObject({ sub: user.id, email: user.email, iss: BASE_URL })
})

test('refresh tokens rotate; one that is used twice ends all that came from its code', async () => {
  const config = await relyingParty(await addClient(service))
  const { redeem } = await authorize({ config })
  const first = await redeem()
  const second = await client.refreshTokenGrant(config, first.refresh_token!)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await client.tokenIntrospection(config, second.access_token)).toMatchObject({ active: true, sub: user.id })
  expect(await errorOf(client.refreshTokenGrant(config, first.refresh_token!))).toBe('invalid_grant')
  expect(await errorOf(client.refreshTokenGrant(config, second.refresh_token!))).toBe('invalid_grant')
  expect(await client.tokenIntrospection(config, second.access_token)).toEqual({ active: false })
})

test('a code that is used twice ends what it gave', async () => {
  const config = await relyingParty(await addClient(service))
  const { redeem } = await authorize({ config })
  const tokens = await redeem()
  expect(await errorOf(redeem())).toBe('invalid_grant')
  expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
  expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
})

test('scopes are those that were asked for, that the client may have, and that the user may hold', async () => {
  const config = await relyingParty(await addClient(service, { scopes: ['read:users', 'write:users', 'openid'] }))
  const { redeem } = await authorize({
    config,
    parameters: { scope: 'read:users write:users read:orders openid email' },
  })
  expect((await redeem()).scope?.split(' ').toSorted()).toEqual(['openid', 'read:users'])
})

test('a user who may grant nothing of it: the client learns of it as invalid_scope', async () => {
  const config = await relyingParty(await addClient(service, { scopes: ['write:users'] }))
  const { view } = await authorize({ config, parameters: { scope: 'write:users' } })
  expect(view.url.origin).toBe('https://app.example.com')
  expect(view.url.searchParams.get('error')).toBe('invalid_scope')
})

test('somebody who denies sends the client access_denied', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  await browser.open(
    client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', state: 's', ...CHALLENGE }),
  )
  await browser.submit({ email: user.email, password: PASSWORD })
  const { url } = await browser.submit({ decision: 'deny' })
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'access_denied', state: 's', iss: BASE_URL })
})

test('who has signed in and consented is not asked again, and signing out ends it all', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  const tokens = await (await authorize({ config, browser })).redeem()
  const { status, url } = await browser.open(
    client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }),
  )
  expect([status, url.searchParams.has('code')]).toEqual([0, true])

  browser.view = undefined
  const asked = await browser.open(
    `/logout?id_token_hint=${tokens.id_token}&post_logout_redirect_uri=https://evil.example/`,
  )
  expect(asked.text).toContain('<h1>Sign out?</h1>')
  const out = await browser.submit({ logout: 'yes' })
  expect([out.status, out.url.origin, out.url.pathname]).toEqual([200, BASE_URL, '/logout/success'])
  expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
  const again = await browser.open(
    client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }),
  )
  expect(again.text).toContain('name="password"')
  expect((await new Browser(fetcher).open('/logout')).text).toContain('signed out')
})

test('who has consented is asked again for what was not granted, and the client gets it only then', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  await (await authorize({ config, browser, parameters: { scope: 'openid' } })).redeem()
  browser.view = undefined
  const asked = await browser.open(
    client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid read:users', ...CHALLENGE }),
  )
  expect(asked.status).toBe(200)
  expect(asked.text).toContain('Read user records and exports of them')
  const { url } = await browser.submit({ decision: 'allow' })
  expect(url.searchParams.has('code')).toBe(true)
})

test('who has consented is asked again where the client asks for that', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  await (await authorize({ config, browser, parameters: { scope: 'openid' } })).redeem()
  browser.view = undefined
  const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid', prompt: 'consent', ...CHALLENGE }
  const asked = await browser.open(client.buildAuthorizationUrl(config, parameters))
  expect([asked.status, asked.text.includes('value="allow"')]).toEqual([200, true])
})

test('the page of a sign-in is shown to the browser that began it alone', async () => {
  const config = await relyingParty(await addClient(service))
  const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }
  const [mine, other] = [new Browser(fetcher), new Browser(fetcher)]
  const { url } = await mine.open(client.buildAuthorizationUrl(config, parameters))
  await other.open(client.buildAuthorizationUrl(config, parameters))
  const shownTo = async ({ kept }: Browser) => {
    const cookie = kept.map((pair) => pair.join('=')).join('; ')
    const answer = await fetcher(url, { headers: { cookie } })
    return [answer.status, (await answer.text()).includes('name="password"')]
  }
  expect([await shownTo(mine), await shownTo(other)]).toEqual([
    [200, true],
    [400, false],
  ])
})

test('an ID token is a hint at the user that it names: who is signed in as somebody else has to sign in', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  const mine = await (await authorize({ config, browser })).redeem()
  const { email } = await addUser(service, 'Alan Turing')
  const theirs = await (await authorize({ config, email })).redeem()
  const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid', prompt: 'none', ...CHALLENGE }
  const silently = async (id_token_hint: string) => {
    browser.view = undefined
    const { url } = await browser.open(client.buildAuthorizationUrl(config, { ...parameters, id_token_hint }))
    return url.searchParams.get('error') ?? [...url.searchParams.keys()]
  }
  expect(await silently(mine.id_token!)).toContain('code')
  expect(await silently(theirs.id_token!)).toBe('login_required')
})

test('a sign-in ends 12 hours after it was made, visits or not', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  const visit = () =>
    browser.open(client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }))
  await authorize({ config, browser })
  for (const hours of [6, 5]) {
    pass(hours * HOUR)
    expect((await visit()).url.searchParams.has('code')).toBe(true)
    browser.view = undefined
  }
  pass(HOUR)
  expect((await visit()).text).toContain('name="password"')
})

/** Another tab of a browser, whose pages know who has signed in in the first. */
function tabBeside(browser: Browser): Browser {
  return new Browser((input, init) => {
    const signIn = browser.kept.filter(([name]) => name.includes('sign_in')).map(([name, value]) => `${name}=${value}`)
    const cookie = [init.headers.cookie, ...signIn].filter(Boolean).join('; ')
    return fetcher(input, { ...init, headers: { ...init.headers, cookie } })
  })
}

test('of two people who sign in in two tabs of a browser, the second is asked to consent, and the first has left', async () => {
  const config = await relyingParty(await addClient(service))
  const url = client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE })
  const first = new Browser(fetcher)
  const second = tabBeside(first)
  for (const tab of [first, second]) await tab.open(url)
  await first.submit({ email: user.email, password: PASSWORD })
  const other = await addUser(service, 'Mary Somerville')
  const page = await second.submit({ email: other.email, password: PASSWORD })
  expect(page.text).toContain('name="decision"')
  expect(page.text).toContain(other.email)
  first.view = undefined
  expect((await first.open(url)).text).toContain('name="password"')
})

test('who may hold less than a client asks for is not asked again for what was left out', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  const scope = 'openid read:users write:users'
  await (await authorize({ config, browser, parameters: { scope } })).redeem()
  browser.view = undefined
  const silent = { redirect_uri: REDIRECT_URI, scope, prompt: 'none', ...CHALLENGE }
  const { url } = await browser.open(client.buildAuthorizationUrl(config, silent))
  const tokens = await client.authorizationCodeGrant(config, url, { pkceCodeVerifier: VERIFIER })
  expect(tokens.scope).toBe('openid read:users')
})

test('a sign-in was made when the password was typed, however late the consent follows', async () => {
  const config = await relyingParty(await addClient(service))
  const browser = new Browser(fetcher)
  const typed = Math.floor(service.clock.now() / 1_000)
  await browser.open(
    client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', max_age: '60', ...CHALLENGE }),
  )
  await browser.submit({ email: user.email, password: PASSWORD })
  pass(HOUR / 2)
  const { url } = await browser.submit({ decision: 'allow' })
  const tokens = await client.authorizationCodeGrant(config, url, { pkceCodeVerifier: VERIFIER })
  expect(tokens.claims()!['auth_time']).toBe(typed)
})

function pass(milliseconds: number): void {
  passTime(service, milliseconds)
}

const HOUR = 60 * 60 * 1_000
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
describe('what ends the credentials of a user ends', () => {
  test.each([
    ['a suspension', (id: string) => service.admin.sdk.users.update(id, { status: 'suspended' })],
    ['a new invitation', (id: string) => service.admin.sdk.users.update(id, { status: 'invited' })],
    ['a demotion', (id: string) => service.admin.sdk.users.update(id, { role: 'viewer' })],
    ['a deletion', (id: string) => service.admin.sdk.users.delete(id)],
  ])('tokens, codes and the sign-in in the browser at once: %s', async (how, end) => {
    const { id, email } = await addUser(service, `Admin ${how}`, 'admin')
    const config = await relyingParty(await addClient(service))
    const browser = new Browser(fetcher)
    const tokens = await (await authorize({ config, browser, email })).redeem()
    const caller = service.sending({ authorization: `Bearer ${tokens.access_token}` })
    expect(await caller.rest('GET /v1/me')).toMatchObject({ status: 200, body: { principal: { id } } })
    await end(id)
    expect(await caller.rest('GET /v1/me')).toMatchObject({ status: 401 })
    expect(await client.tokenIntrospection(config, tokens.refresh_token!)).toEqual({ active: false })
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
    expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
    const view = await browser.open(
      client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }),
    )
    expect(view.text).toContain('name="password"')
    const other = await browser.submit({ email: user.email, password: PASSWORD })
    expect(other.text).toContain('name="decision"')
  })
})

describe.skipIf(!onPostgres)('at the same time, on a PostgreSQL server (set DATABASE_URL to run this)', () => {
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

  test('of 10 redemptions of one code, one gets tokens', async () => {
    const config = await relyingParty(await addClient(service))
    const { redeem } = await authorize({ config })
    const results = await times(10, () => errorOf(redeem()))
    expect(results.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'invalid_grant'), 'none'])
  })

  test('of 10 uses of one refresh token, one gets tokens, and they end', async () => {
    const config = await relyingParty(await addClient(service))
    const { redeem } = await authorize({ config })
    const { refresh_token } = await redeem()
    const answers = await times(10, () => client.refreshTokenGrant(config, refresh_token!).catch(() => undefined))
    const given = answers.filter((answer) => answer !== undefined)
    expect(given).toHaveLength(1)
    expect(await client.tokenIntrospection(config, given[0]!.access_token)).toEqual({ active: false })
    expect(await errorOf(client.refreshTokenGrant(config, given[0]!.refresh_token!))).toBe('invalid_grant')
  })
})
