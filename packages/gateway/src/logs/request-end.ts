import type { FastifyReply, FastifyRequest } from 'fastify'

/** Called once for a request: when its answer is sent, or when its client has left before. */
export type OnEnd = (request: FastifyRequest, reply: FastifyReply, isAnswered: boolean) => void

/**
 * Calls functions at the end of a request, in its span. No hook of Fastify runs when a client leaves while the request that it has sent is at work, and over HTTP/2
 * `onResponse` runs as if it were answered.
 */
export function atEnd(calls: readonly OnEnd[], request: FastifyRequest, reply: FastifyReply): void {
  if (calls.length === 0) return
  reply.raw.once('close', () => {
    const isAnswered = reply.raw.writableEnded
    const end = () => calls.forEach((call) => call(request, reply, isAnswered))
    // The end of a response is an event of its connection, whose context may belong to another request, or to none.
    if (request.span) request.span.within(end)
    else end()
  })
}
