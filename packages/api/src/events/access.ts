import type { Principal } from '../contract/principal.ts'
import type { Entry } from './entry.ts'

/** Whether a caller may see an event: a viewer those of its own record and orders, others all. */
export function maySeeEvent({ role, user_id }: Principal, entry: Pick<Entry, 'user_id'>): boolean {
  return role !== 'viewer' || (user_id !== null && entry.user_id === user_id)
}
