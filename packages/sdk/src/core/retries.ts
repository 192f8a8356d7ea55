import { APIError } from './api-errors.ts'
import { ConnectionError, type RosterError, TimeoutError } from './errors.ts'

const FIRST_DELAY = 500
const LONGEST_DELAY = 8_000

/** Statuses of answers that another attempt may turn into a success. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])

/** Whether a failure may pass, for a request that can be sent again. */
export function mayPass(error: unknown): error is RosterError {
  if (error instanceof APIError) return PASSING.has(error.status) || error.code === 'idempotency-in-progress'
  return error instanceof ConnectionError || error instanceof TimeoutError
}

/**
 * Milliseconds to wait before the next attempt: what the service asked for, else a random time up to 0.5 s that doubles with each attempt up
 * to 8 s ("full jitter"), so that clients that failed together do not come back together.
 */
export function delayBefore(attempt: number, error: unknown): number {
  if (error instanceof APIError && error.retryAfter !== undefined) return error.retryAfter * 1_000
  return Math.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1))
}
