import { Problem } from '../contract/problem.ts'
import { type Absence, absenceOf, absenceTold, type Deletable } from './absence.ts'

/** Returns the record, if it exists now. Throws `gone` for 30 days after its deletion, else `not-found`. `noun` is the noun for the record, such as `user`. */
export function present<Row extends Deletable>(row: Row | null | undefined, noun: string, time: number): Row {
  const absence = absenceOf(row, time)
  if (absence) throw absent(absence, noun)
  return row!
}

/** Returns the problem for a record that was deleted. */
export const gone = (noun: string) => absent('gone', noun)

/** Returns the record, if there ever was one. Throws `not-found` otherwise. `noun` is the noun for the record, such as `user`. */
export function existing<Row>(row: Row | null | undefined, noun: string): Row {
  if (row === null || row === undefined) throw absent('not-found', noun)
  return row
}

const absent = (absence: Absence, noun: string) => new Problem(absence, absenceTold(absence, noun))
