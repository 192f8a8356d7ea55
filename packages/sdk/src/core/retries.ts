import type { APIError } from './api-errors.ts'
import { ConnectionError, RosterError, TimeoutError } from './errors.ts'

const FIRST_DELAY = 500
const LONGEST_DELAY = 8_000

/** Statuses of answers that another attempt may turn into a success. */
const PASSING = /^(?:408|429|50[0234])$/

/** Whether a failure may pass, for a request that can be sent again. */
export function mayPass(error: unknown): error is RosterError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true
  const { status = 0, code } = answered(error)
  return PASSING.test(`${status}`) || code === 'idempotency-in-progress'
}

/** Whether a failure leaves it open what the service did, as all do but refusals: what is `overloaded` has done nothing. */
export function isLoss(error: unknown): boolean {
  const { status = 500, code } = answered(error)
  return (status >= 500 && code !== 'overloaded') || status === 408
}

/** What the service answered, if the error is of that. The class itself would weigh on those who need nothing else of it. */
const answered = (error: unknown): Partial<APIError> => (error instanceof RosterError ? error : {})

/**
 * Milliseconds to wait before the next attempt: what the service asked for, else a random time up to 0.5 s that doubles with each attempt up
 * to 8 s ("full jitter"), so that clients that failed together do not come back together.
 */
export function delayBefore(attempt: number, error?: unknown): number {
  const { retryAfter } = answered(error)
  if (retryAfter !== undefined) return retryAfter * 1_000
  return Math.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1))
}
