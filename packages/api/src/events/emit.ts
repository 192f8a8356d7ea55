import { idPrefixes, newId } from '../contract/ids.ts'
import { Topic } from '../data/announcements.ts'
import type { Transaction } from '../data/transaction.ts'
import { EventEntity } from './event.entity.ts'

/** Announced for every event that is committed, before it has a place in the log. */
export const eventAdded = new Topic('event added')

/**
 * Leaves an event in the log, committed with the change that it tells of. `time` is in milliseconds; `owner` is the user whose record
 * it is about, null for none. Returns the identifier of the event.
 */
export function emit(
  transaction: Transaction,
  time: number,
  event: string,
  data: { id: string },
  owner: string | null,
): string {
  const id = newId(idPrefixes.event, time)
  transaction.insert(EventEntity, { id, event, user_id: owner, data, created_at: new Date(time).toISOString() })
  transaction.announce(eventAdded, undefined)
  return id
}
