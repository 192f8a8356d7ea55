import type { ApiKey } from '../../resources/api-keys.ts'
import type { Action, Steps } from '../action.ts'
import { fault, invalid } from '../copied/faults.ts'
import { type Fault } from '../core.ts'
import { roleMayHold } from '../copied/scopes.ts'
import { requireGrantable } from '../authorize.ts'
import { listPage } from '../pages.ts'
import type { State } from '../state.ts'

/** How long the old secret works beside the new one, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1_000

export const apiKeys: Record<string, Steps> = {
  'apiKeys.list': { run: (action) => listPage(action, action.db.apiKeys) },

  'apiKeys.create': {
    run(action) {
      const { input, principal } = action
      requireGrantable(principal, input['scopes'], input['role'])
      requireUsable(action)
      const made = newKey(action.state, input as NewKey, action.time)
      action.emit('api_key.created', made.key, null)
      return { ...made.key, secret: made.secret }
    },
  },

  'apiKeys.get': { load: findKey, run: (_action, key: ApiKey) => key },

  'apiKeys.revoke': {
    load: findKey,
    run(action, key: ApiKey) {
      action.remove(action.db.apiKeys, key)
      for (const [secret, { key: id }] of action.state.secrets) if (id === key.id) action.state.secrets.delete(secret)
      action.emit('api_key.revoked', key, null)
    },
  },

  'apiKeys.rotate': {
    load: findKey,
    run(action, key: ApiKey) {
      requireGrantable(action.principal, key.scopes, key.role)
      const secret = rotate(action, key)
      action.emit('api_key.rotated', key, null)
      return { ...key, secret }
    },
  },
}

function findKey(action: Action): ApiKey {
  return action.find(action.db.apiKeys, action.input['key_id'], 'API key')
}

export type NewKey = Pick<ApiKey, 'name' | 'user_id' | 'scopes' | 'role' | 'expires_at'>

/** A new key, with its secret. */
export function newKey(state: State, { name, user_id, scopes, role, expires_at }: NewKey, time: number) {
  const secret = state.random.secret('rk_')
  const key: ApiKey = {
    id: state.random.id('key', time),
    name,
    user_id,
    prefix: secret.slice(0, 12),
    scopes: [...new Set(scopes)],
    role,
    expires_at,
    last_used_at: null,
    created_at: new Date(time).toISOString(),
  }
  state.db.apiKeys.push(key)
  state.secrets.set(secret, { key: key.id, until: Infinity })
  return { key, secret }
}

/** The old secret ends a day later, and the one before it at once. */
function rotate({ state, time }: Action, key: ApiKey): string {
  const secret = state.random.secret('rk_')
  for (const [old, { key: id, until }] of state.secrets) {
    if (id !== key.id) continue
    if (until === Infinity) state.secrets.set(old, { key: id, until: time + OVERLAP })
    else state.secrets.delete(old)
  }
  state.secrets.set(secret, { key: key.id, until: Infinity })
  key.prefix = secret.slice(0, 12)
  return secret
}

/** Throws `validation-failed` for a key that could never be used as it is described. */
function requireUsable(action: Action): void {
  const { scopes, role, expires_at } = action.input as NewKey
  const faults = scopes.flatMap((scope, index) =>
    roleMayHold(role, scope)
      ? []
      : [fault('body', ['scopes', index], 'beyond-role', `cannot be held by the role ${role}`)],
  )
  if (expires_at !== null && Date.parse(expires_at) <= action.time)
    faults.push(fault('body', ['expires_at'], 'past', 'must be in the future'))
  faults.push(...userFaults(action))
  if (faults.length > 0) throw invalid('body', faults)
}

function userFaults({ db, input }: Action): Fault[] {
  const { user_id, role } = input as NewKey
  const at = (code: string, message: string) => [fault('body', ['user_id'], code, message)]
  if (user_id === null) return role === 'viewer' ? at('required', 'is required for a key in the role viewer') : []
  const user = db.users.find(({ id }) => id === user_id)
  if (!user) return at('unknown-user', 'must name an existing user')
  return role === 'admin' && user.role !== 'admin'
    ? at('beyond-role', 'must name an admin for a key in the role admin')
    : []
}
