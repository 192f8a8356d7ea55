import { agentOf } from '@roster/test/agent'
import { addClient, basicOf, CHALLENGE, DEVICE_CODE, type TestClient } from '@roster/test/oauth'
import { allow, type Asking, discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { PASSWORD } from '@roster/test/passwords'
import { Browser, type Fetch } from '@roster/test/relying-party'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithUser } from '@roster/test/service-with-user'

const MCP = `${BASE_URL}/mcp`

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser({ mcp: true }, 'admin'))
})
afterAll(() => service.stop())

const relyingParty = (registered: TestClient) => discover(fetcher, registered)
const forAgents = (asking: Omit<Asking, 'fetcher' | 'email'>) => {
  const parameters = { resource: MCP, scope: 'read:users write:users', ...asking.parameters }
  return goThrough({ fetcher, email: user.email, ...asking, parameters })
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a token for agents', () => {
  test('is what a client gets that names their address, and it calls tools and nothing else', async () => {
    const config = await relyingParty(await addClient(service))
    const tokens = await (await forAgents({ config })).redeem()
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: MCP, sub: user.id, scope: 'read:users write:users' })
    await expectForAgentsAlone(tokens.access_token)
  })

  test('is kept apart from tokens for the API by every grant', async () => {
    const registered = await addClient(service)
    const config = await relyingParty(registered)
    const tokens = await (await forAgents({ config })).redeem()
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ aud: MCP })
    expect(await errorOf(client.refreshTokenGrant(config, refreshed.refresh_token!, { resource: BASE_URL }))).toBe(
      'invalid_target',
    )
    const own = await client.clientCredentialsGrant(config, { resource: MCP, scope: 'read:users' })
    expect(decodeJwt(own.access_token)).toMatchObject({ aud: MCP, role: 'service', scope: 'read:users' })
    expect(decodeJwt((await client.clientCredentialsGrant(config)).access_token)).toMatchObject({ aud: BASE_URL })
    const device = await client.initiateDeviceAuthorization(config, { resource: MCP, scope: 'read:users' })
    const browser = new Browser(fetcher)
    await browser.open(device.verification_uri_complete!)
    const confirm = await browser.submit({ user_code: device.user_code })
    expect(confirm.text).toContain('Tools: <code>find_users</code>, <code>get_user</code>')
    await browser.submit({ confirm: 'yes' })
    await browser.submit({ email: user.email, password: PASSWORD })
    const given = await client.genericGrantRequest(config, DEVICE_CODE, { device_code: device.device_code })
    expect(decodeJwt(given.access_token)).toMatchObject({ aud: MCP, sub: user.id })
  })

  test('lets an agent read where its client names no scope', async () => {
    const config = await relyingParty(await addClient(service))
    const browser = new Browser(fetcher)
    const view = await ask(config, browser, { scope: '' })
    const { url } = await allow(browser, view, user.email)
    expect((await redeem(config, url)).scope).toBe('read:users read:orders')
  })

  test('is introspected and ended as any other', async () => {
    const registered = await addClient(service)
    const config = await relyingParty(registered)
    const { access_token } = await (await forAgents({ config })).redeem()
    expect(await client.tokenIntrospection(config, access_token)).toMatchObject({ active: true, aud: MCP })
    await client.tokenRevocation(config, access_token)
    expect(await client.tokenIntrospection(config, access_token)).toEqual({ active: false })
  })

  test('is nothing that a client gets for two addresses, or for one that is not here', async () => {
    const config = await relyingParty(await addClient(service))
    const errorAt = async (resources: string[]) => {
      const url = client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT, scope: 'read:users', ...CHALLENGE })
      for (const resource of resources) url.searchParams.append('resource', resource)
      return (await new Browser(fetcher).open(url)).url.searchParams.get('error')
    }
    expect(await errorAt([MCP, BASE_URL])).toBe('invalid_target')
    expect(await errorAt([`${BASE_URL}/mcp/`])).toBe('invalid_target')
    expect(await errorAt(['https://elsewhere.example/mcp'])).toBe('invalid_target')
  })

  test('is not given where agents are not served', async () => {
    const without = await startService({ beside: service })
    const registered = await addClient(service)
    const form = new URLSearchParams({ grant_type: 'client_credentials', resource: MCP }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basicOf(registered) }
    const answer = await without.app.inject({ method: 'POST', url: '/oauth/token', headers, payload: form })
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 400, error: 'invalid_target' })
    await without.app.close()
  })
})

/** The same token at every door: at that of agents it is let in, at all others it is a bad one. */
async function expectForAgentsAlone(token: string): Promise<void> {
  const caller = service.sending(bearer(token))
  const agent = await agentOf(service.app, bearer(token))
  expect((await agent.call('who_am_i')).body).toMatchObject({ user: { id: user.id } })
  // A ticket would open those doors that the token does not.
  expect((await agent.call('call_operation', { operation: 'realtime.ticket' })).body).toMatchObject({ status: 404 })
  expect(await caller.rest('GET /v1/users')).toMatchObject({ status: 401 })
  expect(await caller.rpc('users.list', {})).toMatchObject({ status: 401 })
  expect(await caller.rest('GET /events')).toMatchObject({ status: 401 })
  expect(await caller.rest('POST /v1/realtime/tickets')).toMatchObject({ status: 401 })
  expect(await caller.rest('GET /userinfo')).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
}

describe('people are asked', () => {
  test('about an agent, with the tools that each permission opens, and again for each address', async () => {
    const config = await relyingParty(await addClient(service))
    const browser = new Browser(fetcher)
    await goThrough({ fetcher, email: user.email, config, browser, parameters: { scope: 'read:users' } })
    browser.view = undefined
    const { text } = await ask(config, browser)
    expect(text).toContain('<bdi>Test app</bdi> is an agent')
    expect(text).toContain('Tools: <code>create_user</code>, <code>update_user</code>')
    expect(text).toContain('Allow reading only')
  })

  test('and can let it read alone, which takes back what it was allowed before', async () => {
    const registered = await addClient(service)
    const config = await relyingParty(registered)
    const browser = new Browser(fetcher)
    const before = await (await forAgents({ config, browser })).redeem()
    browser.view = undefined
    await ask(config, browser, { prompt: 'consent' })
    const { url } = await browser.submit({ decision: 'read' })
    const tokens = await redeem(config, url)
    expect(tokens.scope).toBe('read:users')
    expect(await errorOf(client.refreshTokenGrant(config, before.refresh_token!))).toBe('invalid_grant')
    expect(await client.tokenIntrospection(config, before.access_token)).toEqual({ active: false })
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
    expect(refreshed.scope).toBe('read:users')
  })

  test('and take back by that what it was allowed in another browser, or by a sign-in that has ended', async () => {
    const config = await relyingParty(await addClient(service))
    const [before, others] = [
      await (await forAgents({ config })).redeem(),
      await (await forAgents({ config: await relyingParty(await addClient(service)) })).redeem(),
    ]
    const browser = new Browser(fetcher)
    await ask(config, browser)
    await browser.submit({ email: user.email, password: PASSWORD })
    const { url } = await browser.submit({ decision: 'read' })
    expect((await redeem(config, url)).scope).toBe('read:users')
    expect(await errorOf(client.refreshTokenGrant(config, before.refresh_token!))).toBe('invalid_grant')
    expect(await client.tokenIntrospection(config, before.access_token)).toEqual({ active: false })
    expect(await client.tokenIntrospection(config, others.access_token)).toMatchObject({ active: true })
  })

  test('and take back by that what a client without refresh tokens was allowed in another browser', async () => {
    const grant_types = ['authorization_code'] as const
    const config = await relyingParty(await addClient(service, { grant_types: [...grant_types] }))
    const there = new Browser(fetcher)
    const before = await (await forAgents({ config, browser: there })).redeem()
    const here = new Browser(fetcher)
    await ask(config, here)
    await here.submit({ email: user.email, password: PASSWORD })
    await here.submit({ decision: 'read' })
    expect(await client.tokenIntrospection(config, before.access_token)).toEqual({ active: false })
    there.view = undefined
    expect((await ask(config, there)).text).toContain('name="decision"')
  })

  test('not whether it may read alone, where it asks for nothing else', async () => {
    const config = await relyingParty(await addClient(service))
    const browser = new Browser(fetcher)
    await ask(config, browser, { scope: 'openid read:users' })
    const { text } = await browser.submit({ email: user.email, password: PASSWORD })
    expect(text).toContain('name="decision"')
    expect(text).not.toContain('Allow reading only')
  })
})

const REDIRECT = 'https://app.example.com/callback'
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
/** Opens the page that asks for access, without the parameters that are empty. */
function ask(config: client.Configuration, browser: Browser, parameters: Record<string, string> = {}) {
  const scope = 'read:users write:users'
  const all = { redirect_uri: REDIRECT, resource: MCP, scope, ...CHALLENGE, ...parameters }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return browser.open(client.buildAuthorizationUrl(config, sent))
}

const redeem = (config: client.Configuration, url: URL) =>
  client.authorizationCodeGrant(config, url, { pkceCodeVerifier: VERIFIER })
