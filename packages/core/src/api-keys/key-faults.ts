import type { Access } from '../contract/access.ts'
import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'

/** The members of a key that must fit together. */
interface Settings {
  scopes: readonly string[]
  role: string
  user_id: string | null
  expires_at: string | null
}

/** Returns the faults of a key that could never be used as it is described. `user` is the user that the key names, if there is one. */
export const keyFaults = (access: Access, key: Settings, user: { role: string } | undefined, time: number): Fault[] => [
  ...scopeFaults(access, key),
  ...expiryFaults(key, time),
  ...userFaults(access, key, user),
]

/** Returns why a credential that ends at `ends_at` must not make a key that ends later; undefined when it may make the key. */
export function lifetimeRefusal(ends_at: string | undefined, { expires_at }: Settings): string | undefined {
  if (ends_at === undefined || (expires_at !== null && Date.parse(expires_at) <= Date.parse(ends_at))) return undefined
  return `A key lives no longer than the one that makes it, which ends at ${ends_at}.`
}

const at = (path: readonly PropertyKey[], code: string, message: string) => fault('body', path, code, message)

function scopeFaults(access: Access, { scopes, role }: Settings): Fault[] {
  const message = `cannot be held by the role ${roleIn(access, role)}`
  return scopes.flatMap((scope, index) =>
    access.mayHold(role, scope) ? [] : [at(['scopes', index], 'beyond-role', message)],
  )
}

function expiryFaults({ expires_at }: Settings, time: number): Fault[] {
  if (expires_at === null || Date.parse(expires_at) > time) return []
  return [at(['expires_at'], 'past', 'must be in the future')]
}

function userFaults(access: Access, { user_id, role }: Settings, user: { role: string } | undefined): Fault[] {
  const ofUser = (code: string, message: string) => [at(['user_id'], code, message)]
  if (user_id === null) {
    const isMachine = access.ownerOf({ role, user_id }) === null
    return isMachine ? [] : ofUser('required', `is required for a key in the role ${roleIn(access, role)}`)
  }
  if (!user) return ofUser('unknown-user', 'must name an existing user')
  return access.covers(user.role, role) ? [] : ofUser('beyond-role', `must name a user whose role covers ${role}`)
}

/** Returns a role as messages name it; they say which one is the default of keys. */
const roleIn = (access: Access, role: string) => (access.isLeast(role) ? `${role}, which is the default` : role)
