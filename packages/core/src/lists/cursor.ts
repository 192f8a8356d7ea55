import type { Problem } from '../contract/problem.ts'
import type { Signer } from '../crypto/signer.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'

/** Lifetime of a cursor: a day, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1_000

/** A place in an ordered list: the sort value and id of the last record that was read. */
export interface Position {
  value: string
  id: string
}

/** The walk through a list that a cursor belongs to. */
export interface Walk {
  signer: Signer
  /** The caller and everything that selects and orders the list, as one text. */
  binding: string
  /** Now, in milliseconds since the epoch. */
  time: number
}

/** Returns the cursor that goes on after a position. */
export function writeCursor(position: Position, walk: Walk): string {
  return walk.signer.sign(JSON.stringify([position.value, position.id, walk.time + LIFETIME, walk.binding]))
}

/**
 * Returns the position after which a cursor goes on; undefined for the empty cursor, which starts. Throws `invalid-parameters` for a cursor that has expired,
 * or was not made for this walk.
 */
export function readCursor(cursor: string, walk: Walk): Position | undefined {
  if (cursor === '') return undefined
  const content = walk.signer.open(cursor)
  if (content === undefined) throw badCursor('is not one that this service made')
  const [value, id, expiry, binding] = JSON.parse(content) as [string, string, number, string]
  if (expiry < walk.time) throw badCursor('has expired: cursors last 24 hours')
  if (binding !== walk.binding)
    throw badCursor('belongs to another list: keep filters, search, sort, order and credential as they were')
  return { value, id }
}

function badCursor(message: string): Problem {
  return invalid('parameters', [
    fault('parameters', ['cursor'], 'invalid-cursor', `${message}; start again with an empty cursor`),
  ])
}
