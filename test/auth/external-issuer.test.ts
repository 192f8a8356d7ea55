import { signingKeys } from '@roster/core/server'
import { issuerKeys } from '@roster/gateway'
import { addClient, basicOf, type TestClient } from '@roster/test/oauth'
import { freePort } from '@roster/test/raw-requests'
import type { HttpResponse } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** What both services agree to call those whom tokens are for. */
const AUDIENCE = 'https://records.example.com'

/** The service that gives tokens, and the one that takes them. */
let issuer: Service
let taker: Service
let issuerUrl: string
let takerUrl: string
let client: TestClient
beforeAll(async () => {
  issuerUrl = `http://127.0.0.1:${await freePort()}`
  takerUrl = `http://127.0.0.1:${await freePort()}`
  issuer = await startService({ baseUrl: issuerUrl, provider: { audience: AUDIENCE } })
  const keys = issuerKeys(issuerUrl)
  const tokens = { issuer: issuerUrl, audience: AUDIENCE, keys }
  taker = await startService({ baseUrl: takerUrl, issuer: issuerUrl, tokens })
  vi.useFakeTimers({ toFake: ['performance', 'Date'], now: issuer.clock.now() })
  await listen(issuer, issuerUrl)
  await listen(taker, takerUrl)
  client = await addClient(issuer)
})
afterAll(async () => {
  vi.useRealTimers()
  await Promise.all([issuer.app.close(), taker.stop()])
  await issuer.stop()
})

const listen = ({ app }: Service, url: string) => app.listen({ host: '127.0.0.1', port: Number(new URL(url).port) })

function pass(seconds: number): void {
  for (const { clock } of [issuer, taker]) clock.advance(seconds * 1_000)
  vi.advanceTimersByTime(seconds * 1_000)
}

async function tokenFor(registered = client): Promise<string> {
  const response = await fetch(`${issuerUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: basicOf(registered) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/** What the taker answers to a token, over REST and RPC. */
async function answersTo(token: string): Promise<HttpResponse[]> {
  const calls = [`${takerUrl}/v1/me`, `${takerUrl}/trpc/me.get`]
  return Promise.all(
    calls.map(async (url) => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      const body = (await response.json()) as any
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: body.result?.data ?? body.error?.data.problem ?? body }
    }),
  )
}

const twice = (answer: object) => [answer, answer].map((one) => expect.objectContaining(one))
const TAKEN = { status: 200 }
const UNKNOWN = { status: 503, headers: expect.objectContaining({ 'retry-after': '5' }) }

/** Replaces the key that signs, by one that nobody has seen. */
async function replaceKey(): Promise<void> {
  const keys = signingKeys(issuer.database, issuer.secrets, issuer.clock.now)
  await keys.rotate()
  await keys.rotate()
  pass(6)
}

test('tokens of another service are taken, over REST and RPC', async () => {
  const answers = await answersTo(await tokenFor())
  expect(answers).toEqual(twice(TAKEN))
  expect(answers[0]!.body).toEqual({
    principal: { type: 'access_token', id: client.client_id, name: 'Test app' },
    role: 'service',
    scopes: ['read:users', 'read:orders', 'write:users'],
    user: null,
  })
  expect(answers[1]!.body).toEqual(answers[0]!.body)
})

test('a token for somebody else is 401, also one for the address of the service itself', async () => {
  for (const audience of ['https://other.example.com', takerUrl]) {
    const other = await startService({ beside: issuer, baseUrl: issuerUrl, provider: { audience } })
    const { body } = await other.anonymous.rest(
      'POST /oauth/token',
      new URLSearchParams({ grant_type: 'client_credentials' }).toString(),
      { authorization: basicOf(client), 'content-type': 'application/x-www-form-urlencoded' },
    )
    await other.app.close()
    expect(await answersTo(body.access_token)).toEqual(twice({ status: 401 }))
  }
})

test("the taker's own tokens are nobody's", async () => {
  expect(await answersTo(await taker.tokens.make({ aud: AUDIENCE }))).toEqual(twice({ status: 401 }))
})

test('when the issuer has replaced its key, tokens before and after are taken', async () => {
  const before = await tokenFor()
  await replaceKey()
  const after = await tokenFor()
  expect(kidOf(after)).not.toBe(kidOf(before))
  expect(await answersTo(after)).toEqual(twice(TAKEN))
  expect(await answersTo(before)).toEqual(twice(TAKEN))
})

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string

test.each([
  ['POST', '/oauth/token'],
  ['POST', '/token'],
  ['GET', '/authorize'],
  ['POST', '/device'],
  ['GET', '/device/verify'],
  ['POST', '/oauth/introspect'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/par'],
  ['GET', '/userinfo'],
  ['GET', '/logout'],
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/jwks.json'],
])('the taker is no authorization server: %s %s is 404', async (method, path) => {
  const { status } = await fetch(takerUrl + path, { method, ...(method === 'POST' && { body: new URLSearchParams() }) })
  expect(status).toBe(404)
})

test('the taker says who gives tokens, in its metadata and in its document', async () => {
  const { body } = await taker.anonymous.rest('GET /.well-known/oauth-protected-resource')
  expect(body).toMatchObject({ resource: takerUrl, authorization_servers: [issuerUrl] })
  const { body: document } = await taker.anonymous.rest('GET /openapi.json')
  const { openIdConnect, oauth2 } = document.components.securitySchemes
  expect(openIdConnect.openIdConnectUrl).toBe(`${issuerUrl}/.well-known/openid-configuration`)
  expect(oauth2).toBeUndefined()
})

test('while the issuer is down, known keys go on; a key that is not known is 503, neither let in nor refused', async () => {
  const known = await tokenFor()
  expect(await answersTo(known)).toEqual(twice(TAKEN))
  const another = await tokenFor()
  await replaceKey()
  const unknown = await tokenFor()
  await issuer.app.close()
  expect(await answersTo(known)).toEqual(twice(TAKEN))
  expect(await answersTo(another)).toEqual(twice(TAKEN))
  expect(await answersTo(unknown)).toEqual(twice(UNKNOWN))
  expect(await taker.admin.sdk.me.get()).toMatchObject({ role: 'admin' })
})
