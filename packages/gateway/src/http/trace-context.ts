import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

// W3C Trace Context, section 3.2: version, trace id, parent id, flags; ids of zeros are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/

/** The parts of a `traceparent` header. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** 2 hexadecimal digits; the last bit says whether the trace is recorded. */
  flags: string
}

/** Parses a `traceparent` header. Returns undefined for any other text. */
export function parseTraceparent(text: string): TraceContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  return traceId === undefined ? undefined : { traceId, spanId: spanId!, flags: flags! }
}

/** Returns the text of a `traceparent` header. */
export const formatTraceparent = ({ traceId, spanId, flags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${flags}`

/** Continues the caller's trace: the response and the log name that trace, with a span of this service. An invalid header is ignored. */
export function continueTrace(reply: FastifyReply, traceparent: string): void {
  const caller = parseTraceparent(traceparent)
  if (!caller) return
  const { span } = reply.request
  // Log lines within a span name its trace anyway.
  if (span) return void reply.header('traceparent', span.traceparent)
  const own = { ...caller, spanId: randomBytes(8).toString('hex') }
  reply.header('traceparent', formatTraceparent(own))
  const named = { trace_id: own.traceId, span_id: own.spanId, trace_flags: own.flags }
  reply.request.log = reply.log = reply.log.child(named)
}
