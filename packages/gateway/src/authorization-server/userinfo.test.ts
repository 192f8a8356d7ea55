import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '@roster/core/contract'
import { addClient, CHALLENGE } from '@roster/test/oauth'
import { discover, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch } from '@roster/test/relying-party'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'
import { unlimitedAttempts } from './attempts.ts'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
let isThrottled = false
beforeAll(async () => {
  const { signIn } = unlimitedAttempts
  const attempt: typeof signIn.attempt = (account, by, prove) => {
    if (!isThrottled) return signIn.attempt(account, by, prove)
    throw new Problem('rate-limited', 'Too many attempts.', { headers: { 'retry-after': '60' } })
  }
  ;({ service, fetcher, user } = await startWithUser({
    provider: { attempts: { ...unlimitedAttempts, signIn: { ...signIn, attempt } } },
  }))
})
afterAll(() => service.stop())

async function userinfo(given: Record<string, string>) {
  const { status, headers, body } = await service.anonymous.rest('GET /userinfo', undefined, given)
  return { status, challenge: String(headers['www-authenticate']), body }
}

async function tokenWith(scope: string): Promise<string> {
  const config = await discover(fetcher, await addClient(service))
  const { redeem } = await goThrough({ fetcher, config, email: user.email, parameters: { scope } })
  return (await redeem()).access_token
}

const withToken = async (token: Promise<string>) => userinfo({ authorization: `Bearer ${await token}` })

test('an access token with openid tells who the user is, as far as its scopes go', async () => {
  const { status, body: least } = await withToken(tokenWith('openid'))
  expect([status, least]).toEqual([200, { sub: user.id }])
  const { body } = await withToken(tokenWith('openid profile email'))
  const { updated_at } = await service.admin.sdk.users.get(user.id)
  expect(body).toEqual({
    sub: user.id,
    name: 'Ada Lovelace',
    updated_at: Math.floor(Date.parse(updated_at) / 1_000),
    email: user.email,
    email_verified: false,
  })
})

test('who has what is told already is not sent it again', async () => {
  const given = { authorization: `Bearer ${await tokenWith('openid')}` }
  const { headers } = await service.anonymous.rest('GET /userinfo', undefined, given)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.stringMatching(/^"[^"]+"$/) })
  const again = await service.anonymous.rest('GET /userinfo', undefined, {
    ...given,
    'if-none-match': headers['etag']!,
  })
  expect(again).toMatchObject({ status: 304, body: undefined })
})

test('an access token without openid is 403', async () => {
  const insufficient = {
    status: 403,
    challenge: expect.stringContaining('scope="openid"'),
    body: { error: 'insufficient_scope' },
  }
  expect(await withToken(tokenWith('read:users'))).toMatchObject(insufficient)
  const config = await discover(fetcher, await addClient(service))
  const ofClient = client.clientCredentialsGrant(config).then(({ access_token }) => access_token)
  expect(await withToken(ofClient)).toMatchObject(insufficient)
})

test('who sends a token that is bound to a key is told so of what it lacks', async () => {
  const config = await discover(fetcher, await addClient(service))
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  const parameters = { scope: 'read:users' }
  const { redeem } = await goThrough({ fetcher, config, email: user.email, dpop: DPoP, parameters })
  const { access_token } = await redeem()
  await expect(client.fetchUserInfo(config, access_token, user.id, { DPoP })).rejects.toMatchObject({
    status: 403,
    cause: [{ scheme: 'dpop', parameters: { error: 'insufficient_scope', scope: 'openid' } }],
  })
})

test('a request counts against the quota of its user for reading, and a bad token against the address', async () => {
  const limited = await startService({ beside: service, limiter: memoryLimiter({ ...DEFAULT_QUOTAS, anonymous: 1 }) })
  const authorization = `Bearer ${await tokenWith('openid')}`
  const ask = (sent: string, method = 'GET') =>
    limited.anonymous.rest(`${method} /userinfo`, undefined, { authorization: sent })
  for (const [method, left] of [
    ['GET', '599'],
    ['POST', '598'],
  ] as const)
    // prettier-ignore
    expect(await ask(authorization, method)).toMatchObject({
      status: 200,
      headers: { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': left },
    })
  expect([(await ask('Bearer bad')).status, (await ask('Bearer bad')).status]).toEqual([401, 429])
  expect((await ask(authorization)).status).toBe(200)
  await limited.app.close()
})

test('no token, and a bad one, are 401 as JSON with error', async () => {
  for (const headers of [{}, { authorization: 'Bearer nonsense' }])
    expect(await userinfo(headers as Record<string, string>)).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('Bearer'),
      body: { error: 'invalid_token' },
    })
})

test('the sign-in page says what went wrong, and keeps what was typed but the password', async () => {
  const config = await discover(fetcher, await addClient(service))
  const browser = new Browser(fetcher)
  const parameters = {
    redirect_uri: 'https://app.example.com/callback',
    scope: 'openid',
    ...CHALLENGE,
  }
  const opened = await browser.open(client.buildAuthorizationUrl(config, { ...parameters, login_hint: user.email }))
  expect(opened.text).toContain(`value="${user.email}"`)
  expect(opened.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;")
  const wrong = await browser.submit({ email: user.email, password: 'wrong-password' })
  expect([wrong.status, wrong.text.includes('role="alert"'), wrong.text.includes(user.email)]).toEqual([
    400,
    true,
    true,
  ])
  expect(wrong.text).not.toContain('wrong-password')
  isThrottled = true
  const stopped = await browser.submit({ email: user.email, password: 'wrong-password' })
  expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '60'])
  expect(stopped.url.origin).toBe(BASE_URL)
})
