import type { EndpointLease, Entry, Failure, Tracing } from '@roster/core/server'
import { messageOf } from './message.ts'
import { nextAttemptAt } from './schedule.ts'
import { type Reply, send, type SendOptions } from './send.ts'
import { type Attempted, sendInSpan } from './attempt-span.ts'

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
  /** What attempts are traced with. Default: they are not. */
  tracing?: Tracing | undefined
}

/** What is sent, and how often that has failed. */
interface Sent {
  entry: Entry
  failures: number
}

/** What came of an attempt. */
export type AttemptResult = Failure | (Pick<Failure, 'attempt'> & { readonly status: 'succeeded' })

/** Makes one attempt, and says what follows from it. Throws only when the signal is aborted, as if there had been none. */
export async function attempt(
  lease: EndpointLease,
  { entry, failures }: Sent,
  options: AttemptOptions,
): Promise<AttemptResult> {
  const time = options.now()
  const start = performance.now()
  const keys = keysOf(lease, time)
  const { url, endpointId } = lease
  const { userAgent } = options
  const reply = keys ? await replyTo({ userAgent, url, endpointId, keys, entry, time, failures }, options) : UNSIGNED
  const made = {
    at: new Date(time).toISOString(),
    status_code: reply.status,
    error: reply.error,
    duration_ms: Math.round(performance.now() - start),
  }
  return { attempt: made, ...consequenceOf(reply, failures + 1, options.now()) }
}

/** Sends a delivery, as a span where its event is part of a trace. */
function replyTo(attempted: Attempted, options: AttemptOptions): Promise<Reply> {
  const { tracing } = options
  const { trace } = attempted.entry
  return tracing && trace !== null
    ? sendInSpan(tracing, trace, attempted, options)
    : send(messageOf(attempted), options)
}

function keysOf(lease: EndpointLease, time: number): Uint8Array[] | undefined {
  try {
    return lease.keys(time)
  } catch {
    return undefined
  }
}

type Consequence = Omit<Failure, 'attempt'> | { readonly status: 'succeeded' }

function consequenceOf({ status, retryAfter }: Reply, failures: number, time: number): Consequence {
  if (status !== null && status >= 200 && status < 300) return { status: 'succeeded' }
  if (status === GONE) return { status: 'failed', nextAttemptAt: null, isGone: true }
  const next = nextAttemptAt({ failures, time, retryAfter })
  return { status: next === null ? 'failed' : 'pending', nextAttemptAt: next, isGone: false }
}
