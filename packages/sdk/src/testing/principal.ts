import type { Actor } from '../core/actor.ts'
import type { Role, Scope } from './policy.ts'

/** Who calls. */
export interface Principal {
  type: 'api_key' | 'access_token' | 'session' | 'none'
  id: string
  name: string
  /** The account it acts as; null for a machine. */
  user_id: string | null
  role: Role
  scopes: ReadonlySet<Scope>
  /** The one account whose records it sees, empty for none; null for everybody's. */
  owner: string | null
  /** When the key that calls ends, as an ISO timestamp. Absent for a key without an end, and for what is no key. */
  ends_at?: string
  /** Whether its account was deleted: it is told that what it saw is gone, and is refused all else. Absent for everybody else. */
  hasLeft?: true
  /** What it proved itself with: the secret of a key, an access token, or the token in the cookie of a session. */
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

/** Who acts in a principal; null for nobody. */
export function actorOf({ type, id, user_id }: Principal): Actor | null {
  if (type === 'none') return null
  if (type === 'api_key') return { type, id }
  return user_id === null ? { type: 'client', id } : { type: 'user', id: user_id }
}

/** Who makes what is there from the start. */
export const SETUP: Actor = { type: 'system', id: 'setup' }
