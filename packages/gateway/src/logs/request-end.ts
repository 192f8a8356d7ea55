import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a request has ended. */
export interface End {
  /** Whether the answer was given; otherwise the client has left before. */
  isAnswered: boolean
  /** The address of the client. The request itself no longer tells it when its connection or stream is closed. */
  ip: string
}

/** Called once for a request: when its answer is sent, or when its client has left before. */
export type OnEnd = (request: FastifyRequest, reply: FastifyReply, end: End) => void

/**
 * Calls functions at the end of a request, in its span. No hook of Fastify runs when a client leaves while the request that it has sent is at work, and over HTTP/2
 * `onResponse` runs as if it were answered. Older versions of Node.js do not tell the end of a pipelined request whose turn to be answered has not come when its
 * connection is closed.
 */
export function atEnd(calls: readonly OnEnd[], request: FastifyRequest, reply: FastifyReply): void {
  if (calls.length === 0) return
  const { ip } = request
  reply.raw.once('close', () => {
    const end = { isAnswered: reply.raw.writableEnded, ip }
    const tell = () => calls.forEach((call) => attempt(call, request, reply, end))
    // The end of a response is an event of its connection, whose context may belong to another request, or to none.
    if (request.span) request.span.within(tell)
    else tell()
  })
}

/** Calls a function, and logs what it throws: thrown in an event, it would end the process. */
function attempt(call: OnEnd, request: FastifyRequest, reply: FastifyReply, end: End): void {
  try {
    call(request, reply, end)
  } catch (error) {
    request.log.error({ err: error }, 'The end of a request could not be noted')
  }
}
