import { RosterError } from '../core/errors.ts'
import type { Principal } from './principal.ts'

/** Input of a rule. */
export interface Situation<Record extends object = object, Input extends object = object> {
  /** Validated parameters and members of the body. If a request creates many records, the members of this one. */
  input: Input
  /** The current record; undefined for a record that is to be created. */
  record: Record | undefined
  /** The record after the operation, as far as the contract decides it. */
  next: Record
  /** The records that one request creates, `next` among them; otherwise only `next`. */
  together: readonly Record[]
  /** The other records of the collection. */
  others: readonly Record[]
  /** The caller. */
  principal: Principal
  /** Current time as an ISO timestamp. */
  now: string
}

/** Declared as a method, so that a rule for one kind of record fits a type of rules for any records. */
interface Ruling<Record extends object, Input extends object> {
  decide(situation: Situation<Record, Input>): object | boolean | void
}

/**
 * Decides what an operation does beyond its contract: returns the members that it decides, or throws a `Problem`. For a list it returns whether a record is in
 * the list. For a download it returns the `content`, the media `type` and the `name` of the file. It depends on its input alone, so that the service can use
 * the same function.
 */
export type Rule<Record extends object = object, Input extends object = object> = Ruling<Record, Input>['decide']

/** Rules, by the names of operations. */
export type Rules = Readonly<Record<string, Rule>>

/** Returns the error of a mock that lacks a rule. It is no response of the service, so that no client mistakes it for one. */
export function untold(operation: string, what: string): RosterError {
  return new RosterError(`tell the mock how \`${operation}\` ${what}: pass \`rules: { '${operation}': … }\``)
}
