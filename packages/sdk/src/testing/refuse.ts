import { excessOf } from '#core/access/excess'
import type { Power } from '#core/contract/access'
import type { Fault } from '#core/contract/fault'
import { type Absence, absenceOf, absenceTold, type Deletable } from '#core/data/absence'
import { faultsTold, type Where } from '#core/validation/fault'
import { MalformedJson, readJson } from '#gateway/http/strict-json'
import { Problem } from './problem.ts'

/** Returns the problem for faults in parameters (400) or in a body (422). */
export function invalid(where: Where, faults: readonly Fault[]): Problem {
  const { code, detail, faults: listed } = faultsTold(where, faults)
  return new Problem(code, detail, { faults: listed })
}

/** Throws `forbidden` unless a caller holds every one of these powers. */
export function requirePower(caller: Power, subject: string, powers: readonly Power[]): void {
  const excess = excessOf(caller, subject, powers)
  if (excess !== undefined) throw new Problem('forbidden', excess)
}

/** Returns the record if it exists now. Throws `gone` for 30 days after its deletion, else `not-found`. */
export function present<Row extends Deletable>(row: Row | undefined, noun: string, time: number): Row {
  const absence = absenceOf(row, time)
  if (absence) throw absent(absence, noun)
  return row!
}

/** Returns the record if it ever existed. Throws `not-found` otherwise. */
export function existing<Row>(row: Row | undefined, noun: string): Row {
  if (row === undefined) throw absent('not-found', noun)
  return row
}

const absent = (absence: Absence, noun: string) => new Problem(absence, absenceTold(absence, noun))

/** Reads one JSON document strictly. Throws `malformed-json`. */
export function parseJson(source: Uint8Array | string): unknown {
  try {
    return readJson(source)
  } catch (error) {
    if (error instanceof MalformedJson) throw new Problem('malformed-json', error.message)
    throw error
  }
}
