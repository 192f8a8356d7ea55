import type { APIError } from './api-errors.ts'
import { ConnectionError, RosterError, TimeoutError } from './errors.ts'

const FIRST_DELAY = 500
const LONGEST_DELAY = 8_000

/** Statuses of failures that may pass: another attempt may succeed. */
const PASSING = /^(?:408|429|50[0234])$/

/** Whether another attempt may succeed, for a request that can be sent again. */
export function mayPass(error: unknown): error is RosterError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true
  const { status, code } = answered(error)
  return PASSING.test(`${status}`) || code === 'idempotency-in-progress'
}

/** Whether a failure leaves unknown what the service did. Only refusals do not: with `overloaded`, for example, the service did nothing. */
export function isLoss(error: unknown): boolean {
  const { status = 500, code } = answered(error)
  return (status >= 500 && code !== 'overloaded') || status === 408
}

/** Returns the members of an `APIError`, or none for another error. Importing the class itself would enlarge bundles that use nothing else of it. */
const answered = (error: unknown): Partial<APIError> => (error instanceof RosterError ? error : {})

/**
 * Returns the milliseconds to wait before the next attempt: the time that the service asked for, or else a random time. The random time is at most 0.5 s, a
 * limit that doubles with each attempt up to 8 s ("full jitter"), so that clients that failed together do not come back together.
 */
export function delayBefore(attempt: number, error?: unknown): number {
  const { retryAfter } = answered(error)
  if (retryAfter !== undefined) return retryAfter * 1_000
  return Math.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1))
}
