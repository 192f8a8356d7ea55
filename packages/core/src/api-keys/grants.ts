import { Problem } from '../contract/problem.ts'
import type { Action } from '../operation/action.ts'
import { findGrantee } from '../identity/account.ts'
import { invalid } from '../validation/invalid.ts'
import type { NewApiKey } from './api-key.entity.ts'
import { keyFaults, lifetimeRefusal } from './key-faults.ts'

/** Throws `forbidden` when the caller does not hold the power of a key. Returns the user that the key acts as, or undefined for a machine. */
export async function requireKeyPower(action: Action<unknown>, key: Pick<Grant, 'scopes' | 'role' | 'user_id'>) {
  const user = key.user_id === null ? undefined : await findGrantee(action, key.user_id)
  action.requirePower('This API key', action.access.powerOf({ ...key, ...(user && { owner: user.owner }) }, key.scopes))
  return user
}

/**
 * Throws `forbidden` when a key would do more than the caller, live longer than the key that calls, or act as another user whose power the caller does not
 * hold.
 */
export async function requireGrantable(action: Action<unknown>, key: Grant): Promise<void> {
  const user = await requireKeyPower(action, key)
  const refusal = lifetimeRefusal(action.principal.ends_at, key)
  if (refusal !== undefined) throw new Problem('forbidden', refusal)
  if (user && user.id !== action.principal.user_id) action.requirePower('This user', action.access.powerOfUser(user))
}

type Grant = Pick<NewApiKey, 'scopes' | 'role' | 'user_id' | 'expires_at'>

/** Throws `validation-failed` for a key that could never be used as it is described. */
export async function requireUsable(action: Action<unknown>, wanted: NewApiKey): Promise<void> {
  const { user_id } = wanted
  const user = user_id === null ? undefined : await findGrantee(action, user_id)
  const faults = keyFaults(action.access, wanted, user, action.time)
  if (faults.length > 0) throw invalid('body', faults)
}
