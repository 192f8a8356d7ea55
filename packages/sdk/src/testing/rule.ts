import { RosterError } from '../core/errors.ts'
import type { Principal } from './principal.ts'

/** What a rule decides on. */
export interface Situation<Record extends object = object, Input extends object = object> {
  /** Parameters and members of the body, as the contract gives them; where many records are made, those of this one. */
  input: Input
  /** The record as it is now; undefined for one that is to be made. */
  record: Record | undefined
  /** The record as it would be, as far as the contract tells. */
  next: Record
  /** The records that are made by one request, `next` among them; else `next` alone. */
  together: readonly Record[]
  /** The other records of its collection. */
  others: readonly Record[]
  /** Who calls. */
  principal: Principal
  /** As an ISO timestamp. */
  now: string
}

/** A method, so that a rule for one kind of record can stand among rules for any. */
interface Ruling<Record extends object, Input extends object> {
  decide(situation: Situation<Record, Input>): object | boolean | void
}

/**
 * What an operation does beyond what its contract tells: gives the members that it decides, or throws a `Problem`. Of a list it says whether a
 * record is in it; of a download it gives the `content`, the media `type` and the `name` of the file. It is a function of what it is given alone, so that the service can use the same one.
 */
export type Rule<Record extends object = object, Input extends object = object> = Ruling<Record, Input>['decide']

/** Rules, by the names of operations. */
export type Rules = Readonly<Record<string, Rule>>

/** The error of a mock that was not told what it needs: no answer of the service, which a client could take for one. */
export function untold(operation: string, what: string): RosterError {
  return new RosterError(`tell the mock how \`${operation}\` ${what}: pass \`rules: { '${operation}': … }\``)
}
