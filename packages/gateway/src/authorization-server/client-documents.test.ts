import { agentOf } from '@roster/test/agent'
import {
  AGENT_HOST,
  AGENT_ID,
  AGENT_REDIRECT,
  agentDocument,
  startDocuments,
  withDocument,
} from '@roster/test/client-documents'
import { addClient, addUser, basicOf, CHALLENGE } from '@roster/test/oauth'
import { allow, errorOf, goThrough } from '@roster/test/oauth-flows'
import { PASSWORD } from '@roster/test/passwords'
import { type Receiver, status } from '@roster/test/receiver'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithUser } from '@roster/test/service-with-user'

const MCP = `${BASE_URL}/mcp`
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
let service: Service
let fetcher: Fetch
let host: Receiver
let user: { id: string; email: string }
beforeAll(async () => {
  const documents = await startDocuments()
  host = documents.host
  ;({ service, fetcher, user } = await startWithUser(
    { mcp: true, provider: { readDocument: documents.readDocument } },
    'admin',
  ))
})
afterAll(async () => {
  await service.stop()
  await host.stop()
})

/** A client that nobody has registered, as the official libraries are told of it. */
const relyingParty = (client_id = AGENT_ID) =>
  client.discovery(new URL(BASE_URL), client_id, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: fetcher,
  })

const redeem = (config: client.Configuration, url: URL) =>
  client.authorizationCodeGrant(config, url, { pkceCodeVerifier: VERIFIER })

/** Each client has a document of its own, which nobody has read yet. */
let count = 0
function newClient(members: Record<string, unknown> = {}, headers?: Record<string, string>): string {
  const client_id = `https://${AGENT_HOST}/${++count}.json`
  host.answer = withDocument(agentDocument({ client_id, ...members }), headers)
  return client_id
}

const authorizeAt = (parameters: Record<string, string>) => `/authorize?${new URLSearchParams(parameters).toString()}`

/** Opens the page on which its user is asked to let it act. */
function ask(client_id: string, parameters: Record<string, string> = {}, browser = new Browser(fetcher)) {
  const scope = 'openid read:users write:users'
  const all = { response_type: 'code', client_id, redirect_uri: AGENT_REDIRECT, scope, resource: MCP, ...CHALLENGE }
  return browser.open(authorizeAt({ ...all, ...parameters }))
}

describe('an agent that nobody has registered', () => {
  test('is known by its document, and acts for who has allowed it, through tools alone', async () => {
    const config = await relyingParty(newClient())
    const { client_id } = config.clientMetadata()
    expect(config.serverMetadata()).toMatchObject({
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
    const browser = new Browser(fetcher)
    await ask(client_id, {}, browser)
    const page = await browser.submit({ email: user.email, password: PASSWORD })
    expect(page.text).toContain('<h1>Allow <bdi>Helper</bdi> to act for you?</h1>')
    expect(page.text).toContain(`<strong><bdi>${AGENT_HOST}</bdi></strong>; the name is its own claim`)
    expect(page.text).toContain('a program on this device, at <strong><bdi>127.0.0.1</bdi></strong>')
    const { url } = await browser.submit({ decision: 'allow' })
    expect(Object.fromEntries(url.searchParams)).toEqual({ code: expect.any(String), iss: BASE_URL })

    const tokens = await redeem(config, url)
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: MCP, client_id, sub: user.id })
    const { access_token } = await client.refreshTokenGrant(config, tokens.refresh_token!)
    const agent = await agentOf(service.app, { authorization: `Bearer ${access_token}` })
    expect((await agent.call('who_am_i')).body).toMatchObject({ user: { id: user.id } })
    expect(await service.sending({ authorization: `Bearer ${access_token}` }).rest('GET /v1/users')).toMatchObject({
      status: 401,
    })
  })

  test('is seen by its user among what acts for it, by its host, and ended there', async () => {
    const config = await relyingParty(newClient())
    const { client_id } = config.clientMetadata()
    const browser = new Browser(fetcher)
    const { url } = await allow(browser, await ask(client_id, {}, browser), user.email)
    const tokens = await redeem(config, url)
    const own = await service.browser(user.email, PASSWORD)
    const { data } = (await own.rest('GET /v1/sessions')).body
    const grant = data.find((one: { client: { client_id: string } | null }) => one.client?.client_id === client_id)
    expect(grant).toMatchObject({ type: 'grant', client: { name: AGENT_HOST }, scopes: expect.any(Array) })
    expect(await own.rest(`DELETE /v1/sessions/${grant.id}`)).toMatchObject({ status: 204 })
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
  })

  test('waits on whichever port of the loopback interface, and its user is asked each time', async () => {
    const client_id = newClient()
    const browser = new Browser(fetcher)
    const first = { redirect_uri: 'http://127.0.0.1:4711/callback' }
    const { url } = await allow(browser, await ask(client_id, first, browser), user.email)
    expect(url.host).toBe('127.0.0.1:4711')
    browser.view = undefined
    const again = await ask(client_id, { redirect_uri: 'http://127.0.0.1:4712/callback' }, browser)
    expect(again.text).toContain('name="decision"')
    expect((await ask(client_id, { redirect_uri: 'http://127.0.0.1:4711/other' })).status).toBe(400)
    expect((await ask(client_id, { redirect_uri: 'https://evil.example/callback' })).status).toBe(400)
  })

  test.each([
    ['in several lines', 'Helper\n\nYou have agreed to this before.'],
    ['that turns what follows around', 'Helper \u202e'],
    ['longer than what can be registered', 'x'.repeat(201)],
    ['that nobody sees', ' '],
  ])('is called by its host, where it gives itself a name %s', async (_what, client_name) => {
    const browser = new Browser(fetcher)
    await ask(newClient({ client_name }), {}, browser)
    const page = await browser.submit({ email: user.email, password: PASSWORD })
    expect(page.text).toContain(`<h1>Allow <bdi>${AGENT_HOST}</bdi> to act for you?</h1>`)
  })

  test('gets no more by what its document says of scopes and grants', async () => {
    const given = {
      grant_types: ['authorization_code', 'client_credentials'],
      allowed_scopes: 'manage:keys',
      scope: 'x',
    }
    const config = await relyingParty(newClient(given))
    expect(await errorOf(client.clientCredentialsGrant(config, { resource: MCP }))).toBe('unauthorized_client')
    const viewer = await addUser(service, `Viewer ${count}`)
    const browser = new Browser(fetcher)
    const asked = await ask(config.clientMetadata().client_id, { scope: 'manage:keys read:users' }, browser)
    const { url } = await allow(browser, asked, viewer.email)
    expect((await redeem(config, url)).scope).toBe('read:users')
  })

  test('gets no token for anything but tools, and none without PKCE', async () => {
    const client_id = newClient()
    const errorAt = async (parameters: Record<string, string>) =>
      (await ask(client_id, parameters)).url.searchParams.get('error')
    expect(await errorAt({ resource: BASE_URL })).toBe('invalid_target')
    expect(await errorAt({ code_challenge: '' })).toBe('invalid_request')
    const browser = new Browser(fetcher)
    const asked = await browser.open(
      authorizeAt({ response_type: 'code', client_id, redirect_uri: AGENT_REDIRECT, ...CHALLENGE }),
    )
    const { url } = await allow(browser, asked, user.email)
    const { access_token } = await redeem(await relyingParty(client_id), url)
    expect(decodeJwt(access_token)).toMatchObject({ aud: MCP, scope: 'read:users read:orders read:events' })
  })
})

describe('a document that is none is a client that is none, and nothing is told of why', () => {
  const secret = 'the words of another server'
  const told: [what: string, document: () => string | Promise<string>, error: string][] = [
    ['is not there', () => answered(status(404)), 'invalid_client'],
    ['leads elsewhere', () => answered(status(302, { location: 'http://127.0.0.1/latest' })), 'invalid_client'],
    ['is huge', () => newClient({ padding: 'x'.repeat(6_000) }), 'invalid_client'],
    ['never ends', () => answered((response) => void response.writeHead(200).write('{')), 'invalid_client'],
    ['never begins', () => answered(() => {}), 'invalid_client'],
    ['is no JSON', () => answered((response) => void response.end(secret)), 'invalid_client'],
    ['is no object', () => answered(withDocument([secret])), 'invalid_client_metadata'],
    ['names another client', () => newClient({ client_id: `${AGENT_ID}?` }), 'invalid_client_metadata'],
    ['tells a secret', () => newClient({ client_secret: secret }), 'invalid_client_metadata'],
    ['proves itself by a key', () => newClient({ token_endpoint_auth_method: 'private_key_jwt' }), 'invalid_client_metadata'],
    ['proves itself by a certificate', () => newClient({ token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: 'CN=a' }), 'invalid_client_metadata'],
    ['waits in an app', () => newClient({ redirect_uris: ['com.example:/callback'] }), 'invalid_redirect_uri'],
    ['waits on the plain web', () => newClient({ redirect_uris: ['http://agent.example/'] }), 'invalid_redirect_uri'],
    ['waits nowhere', () => newClient({ redirect_uris: [] }), 'invalid_redirect_uri'],
    ['is within', () => 'https://private.example/client.json', 'invalid_client'],
    ['is on this machine', () => 'https://localhost/client.json', 'invalid_client'],
    ['is at a metadata service', () => 'https://169.254.169.254/client.json', 'invalid_client'],
    ['is at no name', () => 'https://nowhere.invalid/client.json', 'invalid_client'],
    ['is not over https', () => AGENT_ID.replace('https', 'http'), 'invalid_client'],
    ['is at another form of its address', () => `https://${AGENT_HOST.toUpperCase()}/client.json`, 'invalid_client'],
    ['has an address without a path', () => `https://${AGENT_HOST}`, 'invalid_client'],
    ['has an address too long for a token', () => `${AGENT_ID}?${'x'.repeat(255)}`, 'invalid_client'],
  ] // prettier-ignore

  function answered(answer: Receiver['answer']): string {
    const client_id = newClient()
    host.answer = answer
    return client_id
  }

  test.each(told)('one that %s', async (_what, document, error) => {
    const { status: code, text } = await ask(await document())
    expect(code).toBe(400)
    expect(text).toContain(`<code>${error}</code>`)
    expect(text).not.toMatch(new RegExp(`${secret}|ECONN|10\\.1\\.2\\.3|permitted|larger|location|at .*\\.ts`))
  })

  test.each([
    ['in an app', 'com.example:/callback'],
    ['at half an address', 'https:agent.example/callback'],
  ])('one that waits %s, where the request leads there', async (_where, redirect_uri) => {
    const { status: code, text } = await ask(newClient({ redirect_uris: [redirect_uri] }), { redirect_uri })
    expect({ code, text }).toEqual({ code: 400, text: expect.stringContaining('<code>invalid_redirect_uri</code>') })
  })

  test('nor at the token endpoint', async () => {
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'a',
      client_id: 'https://private.example/c',
    })
    const answer = await fetcher(`${BASE_URL}/oauth/token`, { method: 'POST', body: form })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'invalid_client',
      error_description: 'client_id metadata document fetch failed',
    })
  })
})

test('an agent that asks for its answer by a page with a script is refused', async () => {
  const form = {
    client_id: newClient(),
    response_type: 'code',
    response_mode: 'form_post',
    redirect_uri: AGENT_REDIRECT,
  }
  const body = new URLSearchParams({ ...form, scope: 'read:users', resource: MCP, ...CHALLENGE })
  const answer = await fetcher(`${BASE_URL}/oauth/par`, { method: 'POST', body })
  expect(answer.status).toBe(400)
})

test('a refresh token of an agent whose document cannot be read is introspected as not active', async () => {
  const config = await relyingParty(newClient())
  const { redeem: redeemed } = await goThrough({
    fetcher,
    config,
    email: user.email,
    parameters: { redirect_uri: AGENT_REDIRECT, resource: MCP, scope: 'read:users' },
  })
  const tokens = await redeemed()
  const readDocument = () => Promise.reject(new Error('away'))
  const other = await startService({ beside: service, mcp: true, provider: { readDocument } })
  const reader = basicOf(await addClient(service))
  const body = new URLSearchParams({ token: tokens.refresh_token! })
  const reach = await fetchTo(other)
  const answer = await reach(`${BASE_URL}/oauth/introspect`, {
    method: 'POST',
    body,
    headers: { authorization: reader },
  })
  expect([answer.status, await answer.json()]).toEqual([200, { active: false }])
  await other.app.close()
})

test.each<[what: string, answer: (client_id: string) => Receiver['answer']]>([
  ['one that is kept', (client_id) => withDocument(agentDocument({ client_id }))],
  ['one that cannot be read', () => (response) => void response.end('{')],
  ['one that is not there', () => (response) => void response.writeHead(404).end()],
  ['one that is no object', () => withDocument(['client'])],
  ['one of another client', () => withDocument(agentDocument({ client_id: AGENT_ID }))],
  ['one of a client that waits nowhere', (client_id) => withDocument(agentDocument({ client_id, redirect_uris: [] }))],
  [
    'one of a client that waits in an app',
    (client_id) => withDocument(agentDocument({ client_id, redirect_uris: ['com.example:/'] })),
  ],
])('whoever names a document has it read once: %s', async (_what, answer) => {
  const client_id = newClient()
  host.answer = answer(client_id)
  const before = host.received.length
  const statuses = []
  for (let time = 0; time < 3; time++) statuses.push((await ask(client_id)).status)
  expect(new Set(statuses).size).toBe(1)
  expect(host.received.length).toBe(before + 1)
})

test('where agents are not served, nobody is known by a document', async () => {
  const without = await startService({ beside: service })
  const address = authorizeAt({ response_type: 'code', client_id: newClient(), redirect_uri: AGENT_REDIRECT })
  const before = host.received.length
  const answer = await without.app.inject(address)
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({
    status: 400,
    body: expect.stringContaining('<code>invalid_client</code>'),
  })
  const metadata = (await without.app.inject('/.well-known/oauth-authorization-server')).json()
  expect(metadata.client_id_metadata_document_supported).toBeUndefined()
  expect(host.received.length).toBe(before)
  await without.app.close()
})
