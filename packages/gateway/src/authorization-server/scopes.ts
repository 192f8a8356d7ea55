import { type Access, OPENID_SCOPES, openIdWords } from '@roster/core/contract'
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { ScopeWords } from '../pages/scopes.ts'
import { isFromDocument } from './client-documents.ts'
import type { UserHolder } from './holder.ts'
import { errors } from './library-errors.ts'
import type { ProviderOptions } from './options.ts'

/** The scopes in a parameter or claim (RFC 6749, section 3.3). */
export function scopesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter(Boolean) : []
}

type Rule = Pick<ProviderOptions, 'access'>

/** All that a client may ask for. What the document of one says of that counts for nothing: its user decides. */
export function scopesOfClient({ access }: Rule, client: Client): string[] {
  return isFromDocument(client) ? [...access.scopeNames, ...OPENID_SCOPES] : scopesIn(client['allowed_scopes'])
}

/** All that a client was granted, at these resources and of OpenID Connect. Default: at all of them. */
export function scopesGranted(grant: Grant, resources = Object.keys(grant.resources ?? {})): Set<string> {
  const atResources = resources.map((resource) => grant.getResourceScope(resource))
  return new Set(scopesIn([grant.getOIDCScope(), ...atResources].join(' ')))
}

/** Those of some scopes that a user of this role may grant. */
export function holdable(access: Access, scopes: readonly string[], role: string): string[] {
  return scopes.filter((scope) => !access.isScope(scope) || access.mayHold(role, scope))
}

/** Where a client asks for something, rather than using what it got. */
const ASKING = new Set(['authorization', 'device_authorization', 'pushed_authorization_request', 'token'])

/**
 * Cuts what a request asks for to what its client may have; one that names no scope asks for these, `unnamed` (RFC 6749, section 3.3). Throws
 * `invalid_scope` when nothing is left.
 */
export function narrowRequest(rule: Rule, ctx: KoaContextWithOIDC, client: Client, unnamed: readonly string[]): void {
  const { params, route } = ctx.oidc
  const asksForToken = route === 'token' && params!['grant_type'] === 'client_credentials'
  if (!ASKING.has(route) || (route === 'token' && !asksForToken)) return
  const allowed = scopesOfClient(rule, client).filter((scope) => !asksForToken || rule.access.isScope(scope))
  const asked = params!['scope'] === undefined ? unnamed : scopesIn(params!['scope'])
  const granted = allowed.filter((scope) => asked.includes(scope))
  if (granted.length === 0) throw new errors.InvalidScope('the client may have none of these scopes', asked.join(' '))
  params!['scope'] = granted.join(' ')
}

/** What a token of a client may hold for the user it acts for, or for the client itself. */
export function grantable(rule: Rule, ctx: KoaContextWithOIDC, client: Client): string {
  const holder = ctx.oidc.account as UserHolder | undefined
  const allowed = scopesOfClient(rule, client)
  return (holder ? holdable(rule.access, allowed, holder.user.role) : allowed).join(' ')
}

/** Scopes with the words that people read, and with the tools that they open where they are for agents. */
export function wordsOf(
  { access, agents }: Pick<ProviderOptions, 'access' | 'agents'>,
  names: readonly string[],
  resource: unknown,
): ScopeWords[] {
  const words: Record<string, string> = { ...openIdWords('consent'), ...access.scopes }
  const toolsOf = (scope: string) => (resource === agents?.address ? agents?.scopes.toolsOf(scope) : undefined)
  return names.map((name) => ({ name, description: words[name] ?? name, tools: toolsOf(name) ?? [] }))
}
