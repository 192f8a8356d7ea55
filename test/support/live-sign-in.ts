import { Roster } from '@roster/sdk'
import type { Live } from './live.ts'
import { allow } from './oauth-flows.ts'
import { PASSWORD } from './passwords.ts'
import { Browser } from './relying-party.ts'

const EMAIL = 'grace@example.com'

/** Signs a user in at the page that an agent has named, gives consent, and follows the redirect back to the agent. */
export type SignIn = (page: string) => Promise<void>

/** Adds a user who may hold every scope, and returns the function that signs the user in. */
export async function addPerson({ url, key }: Live): Promise<SignIn> {
  const sdk = new Roster({ baseUrl: url, apiKey: key })
  const { id } = await sdk.users.create({ name: 'Grace Hopper', email: EMAIL, role: 'admin' })
  await sdk.users.setPassword(id, { password: PASSWORD })
  return async (page) => {
    const browser = new Browser((address, init) => fetch(address, { redirect: 'manual', ...init }), url)
    const { url: back } = await allow(browser, await browser.open(page), EMAIL)
    const response = await fetch(back)
    if (!response.ok) throw new Error(`The agent answers with status ${response.status} at ${back.href}.`)
  }
}

/** Registers an agent as a public client with a redirect URI, and returns the client identifier. */
export async function register({ url, key }: Live, redirectUrl: string, scopes: string[]): Promise<string> {
  const { client_id } = await new Roster({ baseUrl: url, apiKey: key }).oauthClients.create({
    name: 'Tea',
    type: 'public',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [redirectUrl],
    scopes: scopes as never,
  })
  return client_id
}
