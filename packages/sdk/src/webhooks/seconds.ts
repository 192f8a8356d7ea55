import { RosterError } from '../core/errors.ts'

/** Smallest time in milliseconds, in 1973. As seconds, the number is a time in the year 5138. */
const LEAST = 1e11

/**
 * Returns whole seconds since 1970. Throws a `RosterError` that names the time by `what` unless it is a `Date` or a number from `LEAST` on: a number of seconds
 * would be taken for a time in 1970.
 */
export function secondsOf(time: Date | number, what: string): number {
  if (!(time instanceof Date) && !(typeof time === 'number' && time >= LEAST))
    throw new RosterError(`${what} is ${String(time)}, which is no time in milliseconds. Pass a Date.`)
  return Math.floor(Number(time) / 1_000)
}
