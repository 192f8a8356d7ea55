import type { Actor } from '../contract/actor.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Topic } from '../data/announcements.ts'
import type { Transaction } from '../data/transaction.ts'
import { EventEntity } from './event.entity.ts'
import { eventAttributes } from './event-span.ts'

/** Announced when a transaction with an event has been committed; the event has no place in the log yet. */
export const eventAdded = new Topic('event added')

/** An event to be written. */
interface Happening {
  /** In milliseconds since the epoch. */
  time: number
  /** Name of the event. */
  event: string
  /** The caller that caused it; null for none. */
  actor: Actor | null
  data: { id: string }
  /** The user who owns the record; null for none. */
  owner: string | null
}

/** Writes an event in the transaction of the change that it reports. Returns the identifier of the event. */
export function emit(transaction: Transaction, { time, event, actor, data, owner }: Happening): string {
  const id = newId(idPrefixes.event, time)
  const created_at = new Date(time).toISOString()
  const trace = traceOf(transaction, id, event)
  transaction.insert(EventEntity, { id, event, user_id: owner, actor, data, created_at, trace })
  transaction.announce(eventAdded, undefined)
  return id
}

/** Records a span for the creation of an event, and returns its `traceparent`, to which later spans of the event belong; null without tracing. */
function traceOf({ tracing }: Transaction, id: string, event: string): string | null {
  if (!tracing) return null
  const operation = { 'messaging.operation.name': 'create', 'messaging.operation.type': 'create' }
  const attributes = { ...eventAttributes({ id, event }), ...operation }
  return tracing.tell({ name: `create ${event}`, kind: 'producer', attributes }) ?? null
}
