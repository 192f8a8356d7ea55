import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClient, CHALLENGE, REDIRECT_URI, type TestClient } from '@roster/test/oauth'
import { discover, goThrough } from '@roster/test/oauth-flows'
import { PASSWORD } from '@roster/test/passwords'
import { Browser, type Fetch } from '@roster/test/relying-party'
import type { Service } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser())
})
afterAll(() => service.stop())

let registered: TestClient
let browser: Browser
beforeEach(async () => {
  registered = await addClient(service)
  browser = new Browser(fetcher)
  const config = await discover(fetcher, registered)
  const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }
  await browser.open(client.buildAuthorizationUrl(config, parameters))
})

const signIn = () => browser.submit({ email: user.email, password: PASSWORD })
const allow = () => browser.submit({ decision: 'allow' })
const reload = () => browser.open(browser.view!.url)

describe.each([
  ['for sign-in', async () => browser.view, signIn],
  ['that asks for consent', signIn, allow],
])('a page %s', (_which, open, submit) => {
  test('gives no code to an address that was taken from its client meanwhile', async () => {
    await open()
    const redirect_uris = ['https://app.example.com/other'] as const
    await service.admin.sdk.oauthClients.update(registered.client_id, { redirect_uris: [...redirect_uris] })
    for (const { status, text } of [await submit(), await reload()])
      expect([status, text.includes('<code>invalid_redirect_uri</code>')]).toEqual([400, true])
  })

  test('says that its client was deleted meanwhile, whether it is sent or loaded again', async () => {
    await open()
    const form = browser.view
    await service.admin.sdk.oauthClients.delete(registered.client_id)
    const loaded = await reload()
    browser.view = form
    for (const { status, text } of [loaded, await submit()])
      expect([status, text.includes('<code>invalid_client</code>')]).toEqual([400, true])
  })
})

test.each([[['openid', 'read:users']], [['read:users']]])(
  'an ID token tells a client only what it may know by now, which is %j',
  async (scopes) => {
    const config = await discover(fetcher, registered)
    const connect = () => goThrough({ fetcher, config, email: user.email })
    const before = await (await connect()).redeem()
    expect(before.claims()).toMatchObject({ sub: user.id, email: user.email })
    const { redeem } = await connect()
    await service.admin.sdk.oauthClients.update(registered.client_id, { scopes: scopes as [] })
    for (const tokens of [await redeem(), await client.refreshTokenGrant(config, before.refresh_token!)]) {
      const { sub, ...claims } = tokens.claims()!
      expect(sub).toBe(user.id)
      expect(Object.keys(claims)).not.toContain('email')
    }
  },
)
