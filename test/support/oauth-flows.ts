import * as client from 'openid-client'
import { REDIRECT_URI, type TestClient } from './oauth.ts'
import { PASSWORD } from './passwords.ts'
import { Browser, type Fetch } from './relying-party.ts'
import { BASE_URL } from './service.ts'

/** A relying party that has read what the server says of itself. It proves itself in `Authorization` unless told otherwise. */
export function discover(fetcher: Fetch, { client_id, client_secret }: TestClient, auth?: client.ClientAuth) {
  return client.discovery(new URL(BASE_URL), client_id, undefined, auth ?? client.ClientSecretBasic(client_secret), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: fetcher,
  })
}

export interface Asking {
  fetcher: Fetch
  config: client.Configuration
  email: string
  browser?: Browser
  parameters?: Record<string, string>
  dpop?: client.DPoPHandle
}

/** Goes through sign-in and consent, and returns where the browser was sent and how to get tokens for it. */
export async function goThrough({
  fetcher,
  config,
  email,
  browser = new Browser(fetcher),
  parameters = {},
  dpop,
}: Asking) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid email read:users',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  })
  const view = await allow(browser, await browser.open(url), email)
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const redeem = () => client.authorizationCodeGrant(config, view.url, checks, {}, dpop ? { DPoP: dpop } : {})
  return { view, redeem }
}

/** Signs in and consents, as far as a page asks for it. */
export async function allow(browser: Browser, page: Browser['view'], email: string) {
  let view = page!
  if (view.text.includes('name="password"')) view = await browser.submit({ email, password: PASSWORD })
  if (view.text.includes('name="decision"')) view = await browser.submit({ decision: 'allow' })
  return view
}

/** The `error` that an attempt was answered with; `none` when it succeeded. */
export const errorOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'none',
    (error: client.ResponseBodyError) => error.error,
  )
