import type { Actor } from '../contract/actor.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Topic } from '../data/announcements.ts'
import type { Transaction } from '../data/transaction.ts'
import { EventEntity } from './event.entity.ts'
import { eventAttributes } from './event-span.ts'

/** Announced for every event that is committed, before it has a place in the log. */
export const eventAdded = new Topic('event added')

/** What happened. */
interface Happening {
  /** In milliseconds since the epoch. */
  time: number
  /** Name of the event. */
  event: string
  /** Who did it; null for nobody. */
  actor: Actor | null
  data: { id: string }
  /** The user whose record it is about; null for none. */
  owner: string | null
}

/** Leaves an event in the log, committed with the change that it tells of. Returns the identifier of the event. */
export function emit(transaction: Transaction, { time, event, actor, data, owner }: Happening): string {
  const id = newId(idPrefixes.event, time)
  const created_at = new Date(time).toISOString()
  const trace = traceOf(transaction, id, event)
  transaction.insert(EventEntity, { id, event, user_id: owner, actor, data, created_at, trace })
  transaction.announce(eventAdded, undefined)
  return id
}

/** Tells of the making of an event, and returns what everything that becomes of it belongs to. */
function traceOf({ tracing }: Transaction, id: string, event: string): string | null {
  if (!tracing) return null
  const operation = { 'messaging.operation.name': 'create', 'messaging.operation.type': 'create' }
  const attributes = { ...eventAttributes({ id, event }), ...operation }
  return tracing.tell({ name: `create ${event}`, kind: 'producer', attributes }) ?? null
}
