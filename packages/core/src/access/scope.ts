import { type AnyOperation, isScope } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'

/** Returns whether a caller holds a scope. */
export const holdsScope = ({ scopes }: Principal, scope: string): boolean => scopes.has(scope)

/** Throws `insufficient-scope` unless the caller holds the scope of the operation (RFC 6750, section 3.1). */
export function requireScope({ name, scope }: Pick<AnyOperation, 'name' | 'scope'>, principal: Principal): void {
  if (isScope(scope) && !holdsScope(principal, scope)) requireScopes({ name }, principal, [scope])
}

/** Throws `insufficient-scope` unless the caller holds all these scopes, which an operation takes by its input. */
export function requireScopes(
  { name }: Pick<AnyOperation, 'name'>,
  principal: Principal,
  scopes: readonly string[],
): void {
  const missing = scopes.filter((scope) => !holdsScope(principal, scope)).join(' ')
  if (missing === '') return
  const detail = `${name} needs the scope ${missing}, which this credential does not hold.`
  throw new Problem('insufficient-scope', detail, { headers: challenge(missing, principal) })
}

const SCHEMES: Partial<Record<Principal['type'], string>> = { api_key: 'ApiKey', access_token: 'Bearer' }

function challenge(scope: string, principal: Principal): Record<string, string> {
  const scheme = principal.scheme ?? SCHEMES[principal.type]
  return scheme ? { 'www-authenticate': `${scheme} error="insufficient_scope", scope="${scope}"` } : {}
}
