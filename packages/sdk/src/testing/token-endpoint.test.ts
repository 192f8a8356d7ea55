import { beforeEach, expect, test } from 'vitest'
import { Roster } from '../roster.ts'
import { createMock } from '../testing.ts'

const mock = createMock({ clock: () => Date.parse('2026-11-21T09:30:00.000Z') })
const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off', maxRetries: 0 })

let id: string
let secret: string
beforeEach(async () => {
  mock.reset()
  const { client_id, client_secret } = await roster.oauthClients.create({
    name: 'Batch',
    type: 'confidential',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    scopes: ['read:users', 'read:events'],
  })
  id = client_id
  secret = client_secret!
})

const basicOf = (text: string) => ({ authorization: `Basic ${text}` })

async function ask(
  members: Record<string, string>,
  headers: Record<string, string> = basicOf(btoa(`${id}:${secret}`)),
) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...members })
  const response = await mock.fetch(`${mock.baseUrl}/oauth/token`, { method: 'POST', headers, body })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

test.each([
  [{}, 'read:users read:events'],
  [{ scope: '' }, 'read:users read:events'],
  [{ scope: 'read:events write:users' }, 'read:events'],
  [{ scope: 'openid read:users' }, 'read:users'],
])('a client that asks with %j is given %s, what it may have of that', async (asked, scope) => {
  expect(await ask(asked)).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope } })
})

test.each([' ', 'write:users', 'openid'])('nothing that it may have, as in %j, is invalid_scope', async (scope) => {
  expect(await ask({ scope })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
})

test('a client proves itself as it was registered, and in no other way', async () => {
  expect(await ask({ client_id: id, client_secret: secret }, {})).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
})

test('a wrong secret by HTTP Basic is 401 with a challenge', async () => {
  const { status, headers } = await ask({}, basicOf(btoa(`${id}:wrong`)))
  expect([status, headers.get('www-authenticate')]).toEqual([
    401,
    `Basic realm="${mock.baseUrl}", error="invalid_client", error_description="client authentication failed"`,
  ])
})

test.each(['%%%', btoa('%zz:x')])('credentials that cannot be read, %s, are answered', async (text) => {
  expect(await ask({}, basicOf(text))).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('other methods are told which one is taken', async () => {
  const { status, headers } = await mock.fetch(`${mock.baseUrl}/oauth/token`)
  expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
})

test('a client has ten tokens a minute, and others have theirs', async () => {
  for (let count = 0; count < 10; count++) expect(await ask({})).toMatchObject({ status: 200 })
  const { status, headers, body } = await ask({})
  expect([status, body['error'], headers.get('retry-after')]).toEqual([429, 'temporarily_unavailable', '60'])
  expect(await ask({}, basicOf(btoa('cli_x:x')))).toMatchObject({ status: 401 })
})

test('a proof of DPoP is refused, rather than answered with a token that is not bound', async () => {
  const { status, body } = await ask({}, { ...basicOf(btoa(`${id}:${secret}`)), dpop: 'a.b.c' })
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_dpop_proof', error_description: 'the mock takes no DPoP proofs' },
  ])
})

test.each([
  [429, 'temporarily_unavailable'],
  [503, 'server_error'],
])('a fault %i that a test asks for is told as %s', async (asked, error) => {
  mock.faults.failNext(asked, { path: '/oauth/token', retryAfter: 7 })
  const { status, headers, body } = await ask({})
  expect([status, headers.get('retry-after'), body['error']]).toEqual([asked, '7', error])
})
