import type { Call, Steps } from './action.ts'
import { insufficientScope } from './authorize.ts'
import type { Scope } from './policy.ts'
import type { Row } from './records.ts'

/**
 * Throws `insufficient-scope` unless the caller holds every scope that a call needs. The scopes depend on `sent`, the input before validation. A caller that
 * repeats the request later must hold the same scopes to get the same response.
 */
export function requireScopes(call: Call, { scopes }: Pick<Steps, 'scopes'>, sent: Row): void {
  const { asked, operation, principal, state } = call
  const all = [operation.scope, ...forOthers(call, sent), ...(scopes?.(call, sent) ?? [])]
  const taken = new Set(all.filter((scope) => scope !== 'any' && scope !== 'none'))
  const missing = [...taken].filter((scope) => !principal.scopes.has(scope)).join(' ')
  if (missing !== '') throw insufficientScope(operation, missing, principal, state.application.spec.name)
  asked.push({ scopes: taken, owner: principal.owner })
}

/** Returns the scope for the account that a path names, if it is not the caller's own. */
function forOthers({ operation, principal, state }: Call, sent: Row): Scope[] {
  const { effect, scopeForOthers } = operation
  const { accounts, collections } = state.application.spec
  if (scopeForOthers === undefined || !effect || !accounts) return []
  const named = [effect, collections[effect.of]!.parent].find((one) => one?.of === accounts.of)?.id
  return named === undefined || sent[named] === principal.user_id ? [] : [scopeForOthers]
}
