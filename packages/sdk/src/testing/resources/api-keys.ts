import type { Actor } from '../../core/actor.ts'
import type { Action, Steps } from '../action.ts'
import { keyFaults, lifetimeRefusal } from '#core/api-keys/key-faults'
import { invalid } from '../refuse.ts'
import { Problem } from '../problem.ts'
import { ownOf, requireBelowLimit } from '../maker-limits.ts'
import { actorOf } from '../principal.ts'
import type { ApiKey } from '../records.ts'
import { newSecret, type State } from '../state.ts'

/** How long the old secret works beside the new one, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1_000

export const apiKeys: Record<string, Steps> = {
  'apiKeys.create': {
    run(action) {
      const { input, principal } = action
      requireGrantable(action, input as NewKey)
      requireUsable(action)
      requireRoom(action)
      const made = newKey(action.state, input as NewKey, actorOf(principal), action.time)
      action.emit('api_key.created', made.key, null)
      return { ...made.key, secret: made.secret }
    },
  },

  'apiKeys.revoke': {
    load: findToHandle,
    run(action, key: ApiKey) {
      action.remove(action.db.apiKeys, key)
      for (const [secret, { key: id }] of action.state.secrets) if (id === key.id) action.state.secrets.delete(secret)
      action.emit('api_key.revoked', key, null)
    },
  },

  'apiKeys.rotate': {
    load: findToHandle,
    run(action, key: ApiKey) {
      requireGrantable(action, key)
      const secret = rotate(action, key)
      action.emit('api_key.rotated', key, null)
      return { ...key, secret }
    },
  },
}

/** A key for a change. Throws `forbidden` where the caller does not hold its power. */
function findToHandle(action: Action): ApiKey {
  const key: ApiKey = action.find(action.db.apiKeys, action.input['key_id'], 'API key')
  requireKeyPower(action, key)
  return key
}

/** Throws `forbidden` where the caller does not hold what a key allows. Returns the user it acts as, where there is one. */
function requireKeyPower(action: Action, key: NewKey) {
  const user = action.state.account(key.user_id)
  const holder = { ...key, ...(user && { owner: user.owner }) }
  action.requirePower('This API key', action.application.access.powerOf(holder, key.scopes))
  return user
}

/** Throws `forbidden` where a key would do more than the caller, live longer, or act as a user whose power the caller does not hold. */
function requireGrantable(action: Action, key: NewKey): void {
  const user = requireKeyPower(action, key)
  const { ends_at, user_id } = action.principal
  const refusal = lifetimeRefusal(ends_at, key)
  if (refusal !== undefined) throw new Problem('forbidden', refusal)
  if (user && user.id !== user_id) action.requirePower('This user', action.application.access.powerOfUser(user))
}

export type NewKey = Pick<ApiKey, 'name' | 'user_id' | 'scopes' | 'role' | 'expires_at'>

/** A new key that somebody makes, with its secret. */
export function newKey(state: State, settings: NewKey, created_by: Actor | null, time: number) {
  const { name, user_id, scopes, role, expires_at } = settings
  const secret = newSecret(state, 'apiKey')
  const key: ApiKey = {
    id: state.random.id('key', time),
    name,
    user_id,
    prefix: secret.slice(0, 12),
    scopes: [...new Set(scopes)],
    role,
    expires_at,
    last_used_at: null,
    created_by,
    created_at: new Date(time).toISOString(),
  }
  state.db.apiKeys.push(key)
  state.secrets.set(secret, { key: key.id, until: Infinity })
  return { key, secret }
}

/** Throws `limit-reached` for who has as many keys that work as one maker may have. */
function requireRoom(action: Action): void {
  const { db, state, time } = action
  const working = ownOf(action, db.apiKeys).filter(
    ({ expires_at }) => expires_at === null || Date.parse(expires_at) > time,
  )
  requireBelowLimit('keys', working.length, state.limits.keys)
}

/** The old secret ends a day later, and the one before it at once. */
function rotate({ state, time }: Action, key: ApiKey): string {
  const secret = newSecret(state, 'apiKey')
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
function requireUsable({ application: { access }, input, state, time }: Action): void {
  const wanted = input as NewKey
  const faults = keyFaults(access, wanted, state.account(wanted.user_id), time)
  if (faults.length > 0) throw invalid('body', faults)
}
