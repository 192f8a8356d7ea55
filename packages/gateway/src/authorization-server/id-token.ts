import type { Client } from 'oidc-provider'
import { userIdOf } from './holder.ts'
import type { Provider } from './library.ts'
import type { ProviderOptions } from './options.ts'
import { scopesIn, scopesOfClient } from './scopes.ts'

/** The parts of the library's ID token that are used here. */
interface IdToken {
  readonly client: Client
  /** The scopes that its claims are chosen by. */
  scope?: string | undefined
  payload: () => Promise<{ sub: string }>
}

/**
 * Makes ID tokens name the user by the user's identifier, and tell only what the client may know by its present scopes. The library would use the
 * holder's name, which changes with the credentials, and all scopes of the grant, also those that the client has lost since.
 */
export function describeIdTokens(provider: Provider, rule: Pick<ProviderOptions, 'access'>): void {
  const { prototype } = provider.IdToken as unknown as { prototype: IdToken }
  const { payload } = prototype
  prototype.payload = async function described() {
    const allowed = scopesOfClient(rule, this.client)
    // Without `openid` an ID token would name nobody.
    const told = scopesIn(this.scope).filter((scope) => scope === 'openid' || allowed.includes(scope))
    this.scope = told.join(' ')
    const claims = await payload.call(this)
    return { ...claims, sub: userIdOf(claims.sub) }
  }
}
