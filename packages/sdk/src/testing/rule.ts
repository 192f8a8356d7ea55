import { RosterError } from '../core/errors.ts'
import type { Principal } from './principal.ts'
import type { Row } from './records.ts'

/** What a rule decides on. */
export interface Situation {
  /** Parameters and members of the body, as the contract gives them; where many records are made, those of this one. */
  input: Row
  /** The record as it is now; undefined for one that is to be made. */
  record: Row | undefined
  /** The record as it would be, as far as the contract tells. */
  next: Row
  /** The other records of its collection. */
  others: readonly Row[]
  /** Who calls. */
  principal: Principal
  /** As an ISO timestamp. */
  now: string
}

/**
 * What an operation does beyond what its contract tells: gives the members that it decides, or throws a `Problem`. Of a list it says whether a
 * record is in it. It is a function of what it is given alone, so that the service can use the same one.
 */
export type Rule = (situation: Situation) => Row | boolean | void

/** Rules, by the names of operations. */
export type Rules = Readonly<Record<string, Rule>>

/** The error of a mock that was not told what it needs: no answer of the service, which a client could take for one. */
export function untold(operation: string, what: string): RosterError {
  return new RosterError(`tell the mock how \`${operation}\` ${what}: pass \`rules: { '${operation}': … }\``)
}
