import type { Principal } from '../contract/principal.ts'
import type { Fault } from '../contract/fault.ts'
import { Problem } from '../contract/problem.ts'
import type { Action } from '../operation/action.ts'
import { findGrantee } from '../identity/account.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import type { NewApiKey } from './api-key.entity.ts'

/**
 * Throws `forbidden` where a key would do more than the caller, live longer than the key that calls, or act as another user whose power the
 * caller does not hold.
 */
export async function requireGrantable(action: Action<unknown>, key: Grant): Promise<void> {
  action.requirePower('This API key', action.access.powerOf(key, key.scopes))
  requireEnd(action.principal, key)
  const { user_id } = key
  if (user_id === null || user_id === action.principal.user_id) return
  const user = await findGrantee(action, user_id)
  if (user) action.requirePower('This user', action.access.powerOfUser(user))
}

type Grant = Pick<NewApiKey, 'scopes' | 'role' | 'user_id' | 'expires_at'>

function requireEnd({ ends_at }: Principal, { expires_at }: Grant): void {
  if (ends_at === undefined || (expires_at !== null && Date.parse(expires_at) <= Date.parse(ends_at))) return
  throw new Problem('forbidden', `A key lives no longer than the one that makes it, which ends at ${ends_at}.`)
}

/** Throws `validation-failed` for a key that could never be used as it is described. */
export async function requireUsable(action: Action<unknown>, wanted: NewApiKey): Promise<void> {
  const faults = [
    ...scopeFaults(action, wanted),
    ...expiryFaults(wanted, action.time),
    ...(await userFaults(action, wanted)),
  ]
  if (faults.length > 0) throw invalid('body', faults)
}

function scopeFaults({ access }: Action<unknown>, { scopes, role }: NewApiKey): Fault[] {
  return scopes.flatMap((scope, index) =>
    access.mayHold(role, scope)
      ? []
      : [fault('body', ['scopes', index], 'beyond-role', `cannot be held by the role ${role}`)],
  )
}

function expiryFaults({ expires_at }: NewApiKey, time: number): Fault[] {
  if (expires_at === null || Date.parse(expires_at) > time) return []
  return [fault('body', ['expires_at'], 'past', 'must be in the future')]
}

async function userFaults(action: Action<unknown>, { user_id, role }: NewApiKey): Promise<Fault[]> {
  const at = (code: string, message: string) => [fault('body', ['user_id'], code, message)]
  if (user_id === null)
    return action.access.ownerOf({ role, user_id }) === null
      ? []
      : at('required', `is required for a key in the role ${role}`)
  const user = await findGrantee(action, user_id)
  if (!user) return at('unknown-user', 'must name an existing user')
  if (action.access.covers(user.role, role)) return []
  return at('beyond-role', `must name a user whose role covers ${role}`)
}
