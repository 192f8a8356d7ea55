import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

// W3C Trace Context, section 3.2: version, trace id, parent id, flags; ids of zeros are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/

/** Continues the caller's trace: the answer and the log name the same trace, with a span of ours. An invalid header is ignored. */
export function continueTrace(reply: FastifyReply, traceparent: string): void {
  const [, traceId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId) return
  reply.header('traceparent', `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`)
  reply.request.log = reply.log = reply.log.child({ trace_id: traceId })
}
