import type { EndpointLease, Entry, Failure, Tracing } from '@roster/core/server'
import { messageOf } from './message.ts'
import { nextAttemptAt } from './schedule.ts'
import { type Reply, send, type SendOptions } from './send.ts'
import { type Attempted, sendInSpan } from './attempt-span.ts'

/** Status by which a receiver refuses all further deliveries. */
const GONE = 410

/** The reply when the endpoint's secret is sealed by another secret than the present one. */
const UNSIGNED: Reply = {
  status: null,
  error: 'The secret of this endpoint cannot be read any more. Create the endpoint anew.',
}

/** Options of attempts. */
export interface AttemptOptions extends SendOptions {
  /** `User-Agent` header of each attempt. */
  userAgent: string
  /** Traces attempts. Default: they are not traced. */
  tracing?: Tracing | undefined
}

/** An event to send, and the number of its failed attempts. */
interface Sent {
  entry: Entry
  failures: number
}

/** The result of an attempt. */
export type AttemptResult = Failure | (Pick<Failure, 'attempt'> & { readonly status: 'succeeded' })

/** Makes one attempt. Returns its record and the next state of the delivery. Throws only when the signal is aborted: the attempt then does not count. */
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

/** Sends a delivery, within a span when its event is part of a trace. */
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
