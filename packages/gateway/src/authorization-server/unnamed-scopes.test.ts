import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClient, CHALLENGE, REDIRECT_URI } from '@roster/test/oauth'
import { allow, discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch } from '@roster/test/relying-party'
import type { Service } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser())
})
afterAll(() => service.stop())

test.each([
  ['a client that may have it', ['openid', 'offline_access', 'read:users']],
  ['a client that may not', ['read:users']],
])(
  'offline_access alone, which counts only with prompt=consent, is invalid_scope and no wish for everything: %s',
  async (_who, scopes) => {
    const config = await discover(fetcher, await addClient(service, { scopes: scopes as ['openid'] }))
    const { view } = await goThrough({ fetcher, config, email: user.email, parameters: { scope: 'offline_access' } })
    expect(view.url.searchParams.get('error')).toBe('invalid_scope')
    const pushed = client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'offline_access',
      ...CHALLENGE,
    })
    expect(await errorOf(pushed)).toBe('invalid_scope')
  },
)

test('a client that names no scope asks for all that it may have at the API', async () => {
  const config = await discover(fetcher, await addClient(service))
  const browser = new Browser(fetcher)
  const parameters = { redirect_uri: REDIRECT_URI, ...CHALLENGE }
  for (const url of [
    client.buildAuthorizationUrl(config, parameters),
    client.buildAuthorizationUrl(config, { ...parameters, scope: '' }),
    await client.buildAuthorizationUrlWithPAR(config, parameters),
  ]) {
    browser.view = undefined
    const view = await allow(browser, await browser.open(url), user.email)
    const tokens = await client.authorizationCodeGrant(config, view.url, { pkceCodeVerifier: VERIFIER })
    expect(tokens.scope).toBe('read:users read:orders')
  }
})
