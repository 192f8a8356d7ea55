import { NO_CURSOR } from '../contract/events.ts'
import { Problem } from '../contract/problem.ts'
import type { Query } from '../data/statement.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import { CURSOR_EXPIRED, parseCursor, type Position } from './cursor.ts'
import { type Epochs, positionAt } from './epochs.ts'

/** The state of the log. */
export interface LogState extends Epochs {
  /** The newest place; 0 for none. */
  head: number
  /** The place of the oldest entry; of the next one when the log is empty. */
  kept_from: number
}

const state = { name: 'event log state', text: 'select epoch, earlier, head, kept_from from event_log' }

export async function readState(query: Query): Promise<LogState> {
  const [row] = await query<LogState>(state)
  if (!row) throw lostRow()
  return row
}

/** Returns the error for a table `event_log` without its row. */
export const lostRow = () =>
  new Error('The table event_log has lost its row. Restore it, or take the migration event_log again.')

/** Whether a position belongs to this log: to no other log, not beyond the end, and not lost in a failover or with a restore. */
export function holds(log: Epochs & { head: number }, { epoch, seq }: Position): boolean {
  return seq <= log.head && positionAt(log, seq).epoch === epoch
}

/** Whether all entries after a position can still be read: it belongs to the log, and nothing after it is deleted. */
export function reaches(log: LogState, position: Position): boolean {
  return holds(log, position) && position.seq >= log.kept_from - 1
}

/** Returns the problem `cursor-expired`. */
export function cursorExpired(): Problem {
  return new Problem('cursor-expired', CURSOR_EXPIRED)
}

/** Whether an error is the problem `cursor-expired`. */
export function isCursorExpired(error: unknown): boolean {
  return error instanceof Problem && error.code === 'cursor-expired'
}

/** Returns the position that a cursor names. Throws `invalid-parameters` for a text that is no cursor, as the fault of the parameter `name`. */
export function positionOf(cursor: string, name = 'after'): Position {
  const position = parseCursor(cursor)
  if (position) return position
  throw invalid('parameters', [fault('parameters', [name], NO_CURSOR.code, NO_CURSOR.message)])
}
