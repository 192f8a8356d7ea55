import type { Actor } from '../core/actor.ts'
import type { Role, Scope } from './policy.ts'

/** The caller of an operation. */
export interface Principal {
  type: 'api_key' | 'access_token' | 'session' | 'none'
  id: string
  name: string
  /** Account as which the caller acts; null for a machine. */
  user_id: string | null
  role: Role
  scopes: ReadonlySet<Scope>
  /** The one account whose records the caller sees; empty for no account, null for all accounts. */
  owner: string | null
  /** End of the API key as an ISO timestamp. Absent for a key without an end and for other credentials. */
  ends_at?: string
  /** Present if the caller's account was deleted: the caller learns that the records it saw are gone, and is refused everything else. */
  hasLeft?: true
  /** The credential: the secret of a key, an access token, or the token in a session cookie. */
  credential?: string
}

export const NOBODY: Principal = {
  type: 'none',
  id: '',
  name: '',
  user_id: null,
  role: '',
  scopes: new Set(),
  owner: '',
}

/** Returns the actor of a principal; null without a credential. */
export function actorOf({ type, id, user_id }: Principal): Actor | null {
  if (type === 'none') return null
  if (type === 'api_key') return { type, id }
  return user_id === null ? { type: 'client', id } : { type: 'user', id: user_id }
}

/** Actor of the records that exist from the start. */
export const SETUP: Actor = { type: 'system', id: 'setup' }
