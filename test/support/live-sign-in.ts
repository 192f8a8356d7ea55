import { Roster } from '@roster/sdk'
import type { Live } from './live.ts'
import { allow } from './oauth-flows.ts'
import { PASSWORD } from './passwords.ts'
import { Browser } from './relying-party.ts'

const EMAIL = 'grace@example.com'

/** An agent that is registered at a service, and a person who is there to sign in for it. */
export interface Registered {
  clientId: string
  /** Signs in on the page that an agent has named, allows it, and goes back to where the agent waits. */
  readonly signIn: (page: string) => Promise<void>
}

/** Registers a public client that waits at an address, for somebody who may have every scope. */
export async function register({ url, key }: Live, redirectUrl: string, scopes: string[]): Promise<Registered> {
  const sdk = new Roster({ baseUrl: url, apiKey: key })
  const { id } = await sdk.users.create({ name: 'Grace Hopper', email: EMAIL, role: 'admin' })
  await sdk.users.setPassword(id, { password: PASSWORD })
  const { client_id } = await sdk.oauthClients.create({
    name: 'Tea',
    type: 'public',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [redirectUrl],
    scopes: scopes as never,
  })
  return {
    clientId: client_id,
    async signIn(page) {
      const browser = new Browser((address, init) => fetch(address, { redirect: 'manual', ...init }), url)
      const { url: back } = await allow(browser, await browser.open(page), EMAIL)
      const response = await fetch(back)
      if (!response.ok) throw new Error(`The agent answers with status ${response.status} at ${back.href}.`)
    },
  }
}
