import { NO_CURSOR } from '../contract/events.ts'
import { Problem } from '../contract/problem.ts'
import type { Query } from '../data/statement.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import { CURSOR_EXPIRED, parseCursor, type Position } from './cursor.ts'
import { type Epochs, positionAt } from './epochs.ts'

/** How far the log reaches. */
export interface LogState extends Epochs {
  /** The last place that was given; 0 for none. */
  head: number
  /** The first place that is kept, or the one to be given next. */
  kept_from: number
}

const state = { name: 'event log state', text: 'select epoch, earlier, head, kept_from from event_log' }

export async function readState(query: Query): Promise<LogState> {
  const [row] = await query<LogState>(state)
  if (!row) throw lostRow()
  return row
}

/** What is wrong where the log says nothing of itself. */
export const lostRow = () =>
  new Error('The table event_log has lost its row. Restore it, or take the migration event_log again.')

/** Whether a log holds what a position names: it is not of another log, not beyond the end, and not lost in a failover or after a back-up. */
export function holds(log: Epochs & { head: number }, { epoch, seq }: Position): boolean {
  return seq <= log.head && positionAt(log, seq).epoch === epoch
}

/** Whether everything after a position can still be read: the log holds it, and nothing after it is deleted. */
export function reaches(log: LogState, position: Position): boolean {
  return holds(log, position) && position.seq >= log.kept_from - 1
}

/** The problem of a place that the log cannot be read on from. */
export function cursorExpired(): Problem {
  return new Problem('cursor-expired', CURSOR_EXPIRED)
}

export function isCursorExpired(error: unknown): boolean {
  return error instanceof Problem && error.code === 'cursor-expired'
}

/** The place that a cursor names. Throws `invalid-parameters` for what is none, as the fault of a parameter of this name. */
export function positionOf(cursor: string, name = 'after'): Position {
  const position = parseCursor(cursor)
  if (position) return position
  throw invalid('parameters', [fault('parameters', [name], NO_CURSOR.code, NO_CURSOR.message)])
}
