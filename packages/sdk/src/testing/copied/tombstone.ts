// Written from the contract by `npm run generate:sdk`.

import { Problem } from '../core.ts'

/** How long a deleted record answers 410 before it is forgotten, in milliseconds. */
export const TOMBSTONE_LIFETIME = 30 * 24 * 60 * 60 * 1_000

/**
 * The record, if it exists now. Throws `gone` for 30 days after its deletion, else `not-found`. `noun` is what it is called, such as
 * `user`.
 */
export function present<Row extends { deleted_at: string | null }>(
  row: Row | null | undefined,
  noun: string,
  time: number,
): Row {
  const { deleted_at } = existing(row, noun)
  if (deleted_at === null) return row!
  if (time - Date.parse(deleted_at) > TOMBSTONE_LIFETIME) throw notFound(noun)
  throw gone(noun)
}

/** The problem of a record that was deleted. */
export const gone = (noun: string) => new Problem('gone', `This ${noun} was deleted.`)

/** Returns the record, if there ever was one. Throws `not-found` otherwise. `noun` is what it is called, such as `user`. */
export function existing<Row>(row: Row | null | undefined, noun: string): Row {
  if (row === null || row === undefined) throw notFound(noun)
  return row
}

/** It says the same to a caller who may not see a record as to one who asks for none. */
function notFound(noun: string): Problem {
  return new Problem('not-found', `There is no ${noun} with this identifier, or none that this caller may see.`)
}
