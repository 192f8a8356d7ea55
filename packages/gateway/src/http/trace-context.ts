import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

// W3C Trace Context, section 3.2: version, trace id, parent id, flags; ids of zeros are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/

/** What a `traceparent` says. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 of them. */
  spanId: string
  /** 2 of them; the last bit says whether the trace is recorded. */
  flags: string
}

/** What a `traceparent` says; undefined for any other text. */
export function parseTraceparent(text: string): TraceContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  return traceId === undefined ? undefined : { traceId, spanId: spanId!, flags: flags! }
}

/** The text of a `traceparent`. */
export const formatTraceparent = ({ traceId, spanId, flags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${flags}`

/** Continues the caller's trace: the answer and the log name the same trace, with a span of ours. An invalid header is ignored. */
export function continueTrace(reply: FastifyReply, traceparent: string): void {
  const caller = parseTraceparent(traceparent)
  if (!caller) return
  const { span } = reply.request
  // What is logged within a span names its trace anyway.
  if (span) return void reply.header('traceparent', span.traceparent)
  const spanId = randomBytes(8).toString('hex')
  reply.header('traceparent', formatTraceparent({ ...caller, spanId }))
  reply.request.log = reply.log = reply.log.child({ trace_id: caller.traceId })
}
