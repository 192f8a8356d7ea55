import { type Access, OPENID_SCOPES, openIdWords } from '@roster/core/contract'
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { ScopeWords } from '../pages/scopes.ts'
import { isFromDocument } from './client-documents.ts'
import type { UserHolder } from './holder.ts'
import { errors } from './library-errors.ts'
import type { ProviderOptions } from './options.ts'

/** Returns the scopes in a parameter or claim (RFC 6749, section 3.3). */
export function scopesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter(Boolean) : []
}

type Rule = Pick<ProviderOptions, 'access'>

/** Returns all scopes that a client may ask for. Scopes in a client's document count for nothing: the user decides. */
export function scopesOfClient({ access }: Rule, client: Client): string[] {
  return isFromDocument(client) ? [...access.scopeNames, ...OPENID_SCOPES] : scopesIn(client['allowed_scopes'])
}

/** Returns the scopes of a grant: those of OpenID Connect and those at `resources`. Default: at all resources of the grant. */
export function scopesGranted(grant: Grant, resources = Object.keys(grant.resources ?? {})): Set<string> {
  const atResources = resources.map((resource) => grant.getResourceScope(resource))
  return new Set(scopesIn([grant.getOIDCScope(), ...atResources].join(' ')))
}

/** Returns the given scopes that a user of this role may grant. */
export function holdable(access: Access, scopes: readonly string[], role: string): string[] {
  return scopes.filter((scope) => !access.isScope(scope) || access.mayHold(role, scope))
}

/** The library's names of the endpoints at which a client asks for scopes, rather than using a grant. */
const ASKING = new Set(['authorization', 'device_authorization', 'pushed_authorization_request', 'token'])

/**
 * Reduces the scopes of a request to those that its client may have. A request without scopes asks for `unnamed` (RFC 6749, section 3.3). Throws
 * `invalid_scope` when nothing is left.
 */
export function narrowRequest(rule: Rule, ctx: KoaContextWithOIDC, client: Client, unnamed: readonly string[]): void {
  const { params, route } = ctx.oidc
  const asksForToken = route === 'token' && params!['grant_type'] === 'client_credentials'
  if (!ASKING.has(route) || (route === 'token' && !asksForToken)) return
  const allowed = scopesOfClient(rule, client).filter((scope) => !asksForToken || rule.access.isScope(scope))
  const asked = namesScope(ctx) ? scopesIn(params!['scope']) : unnamed
  const granted = allowed.filter((scope) => asked.includes(scope))
  if (granted.length === 0) throw new errors.InvalidScope('the client may have none of these scopes', asked.join(' '))
  params!['scope'] = granted.join(' ')
}

/**
 * Whether a request names scopes, even if the library has dropped all of them: it drops `offline_access`, unless `prompt=consent`. An empty parameter
 * names none (RFC 6749, section 3.1).
 */
function namesScope({ query, oidc: { body, params } }: KoaContextWithOIDC): boolean {
  const sent: Record<string, unknown> = body ?? query
  return [params!['scope'], sent['scope']].some(Boolean)
}

/** Returns the scopes that a token of a client may hold, for its user or for the client itself. */
export function grantable(rule: Rule, ctx: KoaContextWithOIDC, client: Client): string {
  const holder = ctx.oidc.account as UserHolder | undefined
  const allowed = scopesOfClient(rule, client)
  return (holder ? holdable(rule.access, allowed, holder.user.role) : allowed).join(' ')
}

/** Throws `invalid_scope` where a grant is used for a token, and none of its scopes that are asked for is in `allowed` any more. */
export function requireScopeLeft({ oidc }: KoaContextWithOIDC, resource: string, allowed: string): void {
  const { params, route, entities } = oidc
  if (route !== 'token' || !entities.Grant) return
  const granted = scopesIn(entities.Grant.getResourceScope(resource))
  const asked = params!['scope'] === undefined ? granted : scopesIn(params!['scope'])
  const left = scopesIn(allowed).filter((scope) => granted.includes(scope) && asked.includes(scope))
  if (left.length === 0)
    throw new errors.InvalidScope('the client may have none of these scopes any more', asked.join(' '))
}

/** Returns scopes with their descriptions for users, and at the resource of agents with the tools that they open. */
export function wordsOf(
  { access, agents }: Pick<ProviderOptions, 'access' | 'agents'>,
  names: readonly string[],
  resource: unknown,
): ScopeWords[] {
  const words: Record<string, string> = { ...openIdWords('consent'), ...access.scopes }
  const toolsOf = (scope: string) => (resource === agents?.address ? agents?.scopes.toolsOf(scope) : undefined)
  return names.map((name) => ({ name, description: words[name] ?? name, tools: toolsOf(name) ?? [] }))
}
