import { delayBefore } from '../core/retries.ts'

/** No connection is expected to be answered later than others: it is tried for as long as it takes. */
export const FOR_EVER = { maxRetries: Infinity, deadline: Infinity }

/**
 * Milliseconds to wait before a connection is opened again that was lost: at least what the service asked for, and a random time on top, which
 * grows with each loss in a row, so that clients that lost it together do not come back together.
 */
export function delayAfter(losses: number, hint = 0): number {
  return hint + Math.max(Math.random() * hint, delayBefore(losses))
}
