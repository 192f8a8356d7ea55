/** How long a deleted record answers 410 before it is forgotten, in milliseconds. */
export const TOMBSTONE_LIFETIME = 30 * 24 * 60 * 60 * 1_000

/** Why a record is not there. */
export type Absence = 'not-found' | 'gone'

/** A record that may have been deleted. */
export interface Deletable {
  deleted_at: string | null
}

/** Why a record is not there: `gone` for 30 days after its deletion, else `not-found`. Undefined for one that exists now. */
export function absenceOf(row: Deletable | null | undefined, time: number): Absence | undefined {
  if (row === null || row === undefined) return 'not-found'
  if (row.deleted_at === null) return undefined
  return time - Date.parse(row.deleted_at) > TOMBSTONE_LIFETIME ? 'not-found' : 'gone'
}

/**
 * What is said of a record that is not there. `noun` is what it is called, such as `user`. It says the same to a caller who may not see a record
 * as to one who asks for none.
 */
export const absenceTold = (absence: Absence, noun: string): string =>
  absence === 'gone'
    ? `This ${noun} was deleted.`
    : `There is no ${noun} with this identifier, or none that this caller may see.`
