import type { Principal } from '../contract/principal.ts'
import { type Fault, Problem } from '../contract/problem.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { type Role, roleMayHold, type Scope } from '../contract/scopes.ts'
import type { Action } from '../procedure.ts'
import { readUser } from '../users/user.queries.ts'
import { fault, invalid } from '../validation.ts'
import type { NewApiKey } from './api-key.entity.ts'

/** Throws `forbidden` where a key would hold a scope or role that the caller does not hold itself. */
export function requireGrantable(principal: Principal, wanted: { scopes: readonly Scope[]; role: Role }): void {
  const missing = wanted.scopes.filter((scope) => !principal.scopes.has(scope))
  if (missing.length > 0)
    throw new Problem(
      'forbidden',
      `A credential grants only scopes it holds itself; this one lacks ${missing.join(', ')}.`,
    )
  if (wanted.role === 'admin' && principal.role !== 'admin') {
    throw new Problem('forbidden', 'A credential grants only a role it holds itself; this one is no admin.')
  }
}

/** Throws `validation-failed` for a key that could never be used as it is described. */
export async function requireUsable(action: Action<unknown>, wanted: NewApiKey): Promise<void> {
  const faults = [...scopeFaults(wanted), ...expiryFaults(wanted, action.time), ...(await userFaults(action, wanted))]
  if (faults.length > 0) throw invalid('body', faults)
}

function scopeFaults({ scopes, role }: NewApiKey): Fault[] {
  return scopes.flatMap((scope, index) =>
    roleMayHold(role, scope)
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
  if (user_id === null) return role === 'viewer' ? at('required', 'is required for a key in the role viewer') : []
  const user = isId(idPrefixes.user, user_id) ? await readUser(action, user_id) : undefined
  if (!user || user.deleted_at !== null) return at('unknown-user', 'must name an existing user')
  if (role === 'admin' && user.role !== 'admin')
    return at('beyond-role', 'must name an admin for a key in the role admin')
  return []
}
