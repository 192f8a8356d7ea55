import { Problem } from './problem.ts'
import type { Operation } from './operation.ts'
import type { Principal } from './principal.ts'

/** Throws `insufficient-scope` unless the caller holds the scope of the operation. */
export function requireScope(operation: Pick<Operation, 'name' | 'scope'>, principal: Principal, realm: string): void {
  const { scope } = operation
  if (scope !== 'any' && scope !== 'none' && !principal.scopes.has(scope))
    throw insufficientScope(operation, scope, principal, realm)
}

const SCHEMES: Partial<Record<Principal['type'], string>> = { api_key: 'ApiKey', access_token: 'Bearer' }

/** Returns the problem `insufficient-scope` of a caller without a scope. */
export function insufficientScope(
  { name }: Pick<Operation, 'name'>,
  scope: string,
  { type }: Principal,
  realm: string,
): Problem {
  const scheme = SCHEMES[type]
  const challenge = `${scheme} realm="${realm}", error="insufficient_scope", scope="${scope}"`
  return new Problem('insufficient-scope', `${name} needs the scope ${scope}, which this credential does not hold.`, {
    headers: scheme ? { 'www-authenticate': challenge } : {},
  })
}
