import { formatCursor, parseCursor, type Position } from '#core/event-log/cursor'
import { fault } from '#core/validation/fault'
import { invalid } from './refuse.ts'
import { insufficientScope } from './authorize.ts'
import type { Operation } from './operation.ts'
import type { Principal } from './principal.ts'
import type { Event } from './records.ts'
import type { State } from './state.ts'

/** Milliseconds for which events are kept. */
const LIFETIME = 30 * 24 * 60 * 60 * 1_000

/** Removes the events that have been kept for 30 days, and their deliveries. */
export function forgetEvents({ db }: State, time: number): void {
  const isOld = ({ created_at }: Event) => Date.parse(created_at) < time - LIFETIME
  const kept = db.events.findIndex((event) => !isOld(event))
  const gone = new Set(db.events.splice(0, kept === -1 ? db.events.length : kept).map(({ id }) => id))
  if (gone.size > 0) db.deliveries = db.deliveries.filter(({ event_id }) => !gone.has(event_id))
}

/** Whether a caller may see an event: it may read that kind of record, and a viewer may see only events of its own record and orders. */
export function maySee({ subjects, application }: State, principal: Principal, { event, id }: Event): boolean {
  return application.eventAccess.maySee(principal, { event, user_id: subjects.get(id) ?? null })
}

/** Throws `insufficient-scope` if a caller may not read events that it asks for by name. */
export function requireReadable(
  { application }: State,
  operation: Pick<Operation, 'name'>,
  principal: Principal,
  names: readonly string[] = [],
) {
  const missing = application.eventAccess.missing(principal, names)
  if (missing.length > 0) throw insufficientScope(operation, missing.join(' '), principal, application.spec.name)
}

const seqOf = ({ cursor }: Event) => parseCursor(cursor)!.seq

/** Parses a cursor. Throws `invalid-parameters` for an invalid one; the fault is of the parameter `name`. */
export function positionOf(cursor: string, name = 'after'): Position {
  const position = parseCursor(cursor)
  const message = 'must be the cursor of an event, such as 1:42'
  if (position) return position
  throw invalid('parameters', [fault('parameters', [name], 'invalid-cursor', message)])
}

/** Returns the position of a cursor; undefined if the log cannot be read on from there. Throws `invalid-parameters` for an invalid cursor. */
export function placeOf({ db, epoch, head }: State, cursor: string): number | undefined {
  const position = positionOf(cursor)
  const first = db.events[0]
  const keptFrom = first ? seqOf(first) : head + 1
  const { seq } = position
  return position.epoch === epoch && seq <= head && seq >= keptFrom - 1 ? seq : undefined
}

/** Returns the events in the log after a position. */
export const eventsAfter = ({ db }: State, seq: number): Event[] => db.events.filter((event) => seqOf(event) > seq)

/** The start of a subscription to the log. */
export interface Subscription {
  /** Cursor after which the events begin. */
  cursor: string
  /** Whether the log cannot be read on from the requested cursor; the events then begin at the end of the log. */
  reset: boolean
  /** Events after the cursor that have already happened. */
  missed: Event[]
}

/** Returns the start of a subscription, from a cursor or from now on. */
export function subscription(state: State, after: string | undefined): Subscription {
  const place = after === undefined ? state.head : placeOf(state, after)
  const seq = place ?? state.head
  const cursor = formatCursor({ epoch: state.epoch, seq })
  return { cursor, reset: place === undefined, missed: eventsAfter(state, seq) }
}
