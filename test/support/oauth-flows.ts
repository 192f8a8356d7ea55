import * as client from 'openid-client'
import { CHALLENGE, REDIRECT_URI, type TestClient } from './oauth.ts'
import { PASSWORD } from './passwords.ts'
import { Browser, type Fetch } from './relying-party.ts'
import { BASE_URL } from './service.ts'

/** Returns a relying party that has read the server's metadata. It authenticates in `Authorization` unless `auth` differs. */
export function discover(fetcher: Fetch, { client_id, client_secret }: TestClient, auth?: client.ClientAuth) {
  return client.discovery(new URL(BASE_URL), client_id, undefined, auth ?? client.ClientSecretBasic(client_secret), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: fetcher,
  })
}

/** Asks for a code in a browser. Undefined leaves a parameter out. */
export function askForCode(
  browser: Browser,
  { client_id }: TestClient,
  parameters: Record<string, string | undefined> = {},
) {
  const usual = { client_id, response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', state: 's' }
  const given = Object.entries({ ...usual, ...CHALLENGE, ...parameters }).filter(([, value]) => value !== undefined)
  return browser.open(`/authorize?${new URLSearchParams(given).toString()}`)
}

export interface Asking {
  fetcher: Fetch
  config: client.Configuration
  email: string
  browser?: Browser
  parameters?: Record<string, string>
  dpop?: client.DPoPHandle
}

/** Runs sign-in and consent, and returns the URL to which the browser was redirected, and a function that gets the tokens. */
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

/** Signs in and gives consent, where the pages ask for it. */
export async function allow(browser: Browser, page: Browser['view'], email: string) {
  let view = page!
  if (view.text.includes('name="password"')) view = await browser.submit({ email, password: PASSWORD })
  if (view.text.includes('name="decision"')) view = await browser.submit({ decision: 'allow' })
  return view
}

/** Returns the `error` of a failed attempt, or `none` when the attempt succeeded. */
export const errorOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'none',
    (error: client.ResponseBodyError) => error.error,
  )
