import type { Actor } from '../core/actor.ts'

/** Who calls. */
export interface Principal {
  type: 'api_key' | 'access_token' | 'session' | 'none'
  id: string
  name: string
  /** The user it acts as; null for a machine. */
  user_id: string | null
  role: 'admin' | 'viewer' | 'service'
  scopes: ReadonlySet<string>
  /** The one user whose records it sees, empty for none; null for everybody's. */
  owner: string | null
  /** When the key that calls ends, as an ISO timestamp. Absent for a key without an end, and for what is no key. */
  ends_at?: string
  /** What it proved itself with: the secret of a key, an access token, or the token in the cookie of a session. */
  credential?: string
}

export const NOBODY: Principal = {
  type: 'none',
  id: '',
  name: '',
  user_id: null,
  role: 'viewer',
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

/** The one user that a caller may see, empty for none; undefined for everybody. */
export const visibleTo = ({ owner }: Principal): string | undefined => owner ?? undefined
