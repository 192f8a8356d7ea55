import { idPrefixes, newId } from '../contract/ids.ts'
import type { Transaction } from '../data/transaction.ts'
import { EventEntity } from './event.entity.ts'

/**
 * Leaves an event in the log, committed with the change that it tells of. `time` is in milliseconds; `owner` is the user whose record
 * it is about, null for none.
 */
export function emit(
  transaction: Transaction,
  time: number,
  event: string,
  data: { id: string },
  owner: string | null,
): void {
  const created_at = new Date(time).toISOString()
  transaction.insert(EventEntity, { id: newId(idPrefixes.event, time), event, user_id: owner, data, created_at })
}
