import type { AttemptResult, Delivery, EndpointLease } from '@roster/core/server'
import { messageOf } from './message.ts'
import { nextAttemptAt } from './schedule.ts'
import { type Reply, send, type SendOptions } from './send.ts'

/** The receiver wants no more. */
const GONE = 410

/** The secret is sealed by another secret than the present one. */
const UNSIGNED: Reply = {
  status: null,
  error: 'The secret of this endpoint cannot be read any more. Create the endpoint anew.',
}

/** How attempts are made, and by whom. */
export interface AttemptOptions extends SendOptions {
  /** `User-Agent` of each. */
  userAgent: string
}

/** Makes one attempt, and says what follows from it. Throws only when the signal is aborted, as if there had been none. */
export async function attempt(
  lease: EndpointLease,
  { entry, failures }: Delivery,
  { userAgent, ...options }: AttemptOptions,
): Promise<AttemptResult> {
  const time = options.now()
  const start = performance.now()
  const message = await messageOf({ userAgent, url: lease.url, secrets: () => lease.secrets(time), entry, time }).catch(
    () => undefined,
  )
  const reply = message ? await send(message, options) : UNSIGNED
  const made = {
    at: new Date(time).toISOString(),
    status_code: reply.status,
    error: reply.error,
    duration_ms: Math.round(performance.now() - start),
  }
  return { attempt: made, ...consequenceOf(reply, failures + 1, options.now()) }
}

function consequenceOf({ status, retryAfter }: Reply, failures: number, time: number): Omit<AttemptResult, 'attempt'> {
  if (status !== null && status >= 200 && status < 300)
    return { status: 'succeeded', nextAttemptAt: null, isGone: false }
  if (status === GONE) return { status: 'failed', nextAttemptAt: null, isGone: true }
  const next = nextAttemptAt({ failures, time, retryAfter })
  return { status: next === null ? 'failed' : 'pending', nextAttemptAt: next, isGone: false }
}
