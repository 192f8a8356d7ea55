import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addClient, type TestClient } from '@roster/test/oauth'
import { fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, type Service, startService } from '@roster/test/service'

const warnings = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]

let service: Service
let fetcher: Awaited<ReturnType<typeof fetchTo>>
let server: oauth.AuthorizationServer
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  fetcher = await fetchTo(service)
  const issuer = new URL(BASE_URL)
  const response = await oauth.discoveryRequest(issuer, {
    [oauth.customFetch]: fetcher,
    [oauth.allowInsecureRequests]: true,
  })
  server = await oauth.processDiscoveryResponse(issuer, response)
})
afterAll(() => service.stop())

const options = () => ({ [oauth.customFetch]: fetcher, [oauth.allowInsecureRequests]: true })

async function tokenFor({ client_id, client_secret }: TestClient, scope?: string) {
  const parameters = new URLSearchParams(scope === undefined ? {} : { scope })
  const auth = oauth.ClientSecretBasic(client_secret)
  const response = await oauth.clientCredentialsGrantRequest(server, { client_id }, auth, parameters, options())
  return oauth.processClientCredentialsResponse(server, { client_id }, response)
}

test('a client gets a JWT that says what it may do, for the API, for 15 minutes', async () => {
  const client = await addClient(service)
  const answer = await tokenFor(client, 'read:users write:users')
  expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'read:users write:users' })
  const keys = createRemoteJWKSet(new URL(server.jwks_uri!), { [joseFetch]: fetcher })
  const { payload, protectedHeader } = await jwtVerify(answer.access_token, keys, {
    issuer: BASE_URL,
    audience: BASE_URL,
  })
  const now = Math.floor(service.clock.now() / 1_000)
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) })
  expect(payload).toEqual({
    iss: BASE_URL,
    aud: BASE_URL,
    sub: client.client_id,
    client_id: client.client_id,
    jti: expect.any(String),
    iat: now,
    exp: now + 900,
    scope: 'read:users write:users',
    role: 'service',
    name: 'Test app',
  })
})

test('the library had nothing to warn of', () => {
  for (const spy of warnings) expect(spy.mock.calls).toEqual([])
})
