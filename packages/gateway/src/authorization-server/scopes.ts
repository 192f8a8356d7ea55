import { type Access, openIdWords } from '@roster/core/contract'
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { UserHolder } from './holder.ts'
import { errors } from './library-errors.ts'

/** The scopes in a parameter or claim (RFC 6749, section 3.3). */
export function scopesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter(Boolean) : []
}

/** All that a client may ask for. */
export const scopesOfClient = (client: Client): string[] => scopesIn(client['allowed_scopes'])

/** All that a client was granted, at the API and of OpenID Connect. */
export const scopesGranted = (grant: Grant, api: string): Set<string> =>
  new Set(scopesIn(`${grant.getOIDCScope()} ${grant.getResourceScope(api)}`))

/** Those of some scopes that a user of this role may grant. */
export function holdable(access: Access, scopes: readonly string[], role: string): string[] {
  return scopes.filter((scope) => !access.isScope(scope) || access.mayHold(role, scope))
}

/** Where a client asks for something, rather than using what it got. */
const ASKING = new Set(['authorization', 'device_authorization', 'pushed_authorization_request', 'token'])

/**
 * Cuts what a request asks for to what its client may have; a request that names no scope asks for all of the API's (RFC 6749, section
 * 3.3). Throws `invalid_scope` when nothing is left.
 */
export function narrowRequest(access: Access, ctx: KoaContextWithOIDC, client: Client): void {
  const { params, route } = ctx.oidc
  const asksForToken = route === 'token' && params!['grant_type'] === 'client_credentials'
  if (!ASKING.has(route) || (route === 'token' && !asksForToken)) return
  const isApiScope = (scope: string) => access.isScope(scope)
  const allowed = scopesOfClient(client).filter((scope) => !asksForToken || isApiScope(scope))
  const asked = params!['scope'] === undefined ? allowed.filter(isApiScope) : scopesIn(params!['scope'])
  const granted = allowed.filter((scope) => asked.includes(scope))
  if (granted.length === 0) throw new errors.InvalidScope('the client may have none of these scopes', asked.join(' '))
  params!['scope'] = granted.join(' ')
}

/** What a token of a client may hold for the user it acts for, or for the client itself. */
export function grantable(access: Access, ctx: KoaContextWithOIDC, client: Client): string {
  const holder = ctx.oidc.account as UserHolder | undefined
  return (holder ? holdable(access, scopesOfClient(client), holder.user.role) : scopesOfClient(client)).join(' ')
}

/** Scopes with the words that people read. */
export function wordsOf(access: Access, names: readonly string[]): { name: string; description: string }[] {
  const words: Record<string, string> = { ...openIdWords('consent'), ...access.scopes }
  return names.map((name) => ({ name, description: words[name] ?? name }))
}
