import { RosterError } from '../core/errors.ts'

/** As milliseconds a time of 1973, as seconds one of the year 5138. */
const LEAST = 1e11

/** Whole seconds since 1970. `what` names the time in errors: a number of seconds would be taken for a time of 1970. */
export function secondsOf(time: Date | number, what: string): number {
  if (!(time instanceof Date) && !(typeof time === 'number' && time >= LEAST))
    throw new RosterError(`${what} is ${String(time)}, which is no time in milliseconds. Pass a Date.`)
  return Math.floor(Number(time) / 1_000)
}
