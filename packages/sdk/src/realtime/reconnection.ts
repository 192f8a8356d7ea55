import { delayBefore } from '../core/retries.ts'

/** Limits of the requests that open a connection: retries and time are unlimited. */
export const FOR_EVER = { maxRetries: Infinity, deadline: Infinity }

/**
 * Returns the milliseconds to wait before reconnecting: at least `hint`, the time that the service asked for, and on top the time that `error` names, or else a
 * random time. The random time grows with each loss in a row, so that clients that lost a connection together do not come back together.
 */
export function delayAfter(losses: number, hint = 0, error?: unknown): number {
  return hint + Math.max(Math.random() * hint, delayBefore(losses, error))
}
