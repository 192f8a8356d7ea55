/** How long a deleted record answers 410 before it is forgotten, in milliseconds. */
export const TOMBSTONE_LIFETIME = 30 * 24 * 60 * 60 * 1_000

/** Why a record is absent. */
export type Absence = 'not-found' | 'gone'

/** A record that may have been deleted. */
export interface Deletable {
  deleted_at: string | null
}

/** Returns why a record is absent: `gone` for 30 days after its deletion, else `not-found`. Undefined for a record that exists now. */
export function absenceOf(row: Deletable | null | undefined, time: number): Absence | undefined {
  if (row === null || row === undefined) return 'not-found'
  if (row.deleted_at === null) return undefined
  return time - Date.parse(row.deleted_at) > TOMBSTONE_LIFETIME ? 'not-found' : 'gone'
}

/**
 * Returns the message for an absent record. `noun` is the noun for the record, such as `user`. The message is the same for a record that the caller may not see
 * and for one that does not exist.
 */
export const absenceTold = (absence: Absence, noun: string): string =>
  absence === 'gone'
    ? `This ${noun} was deleted.`
    : `There is no ${noun} with this identifier, or none that this caller may see.`
