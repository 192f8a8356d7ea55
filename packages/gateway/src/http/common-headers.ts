import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowOrigin, type AllowsOrigin } from './cors.ts'
import { isSecure } from './https-only.ts'
import { SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY } from './security-headers.ts'
import { continueTrace } from './trace-context.ts'

/** Returns a function that sets the headers that every response carries, whichever layer sends it. */
export function commonHeaders(allows: AllowsOrigin) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { origin, traceparent } = request.headers
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (isSecure(request)) reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY)
    if (origin !== undefined && allows(origin)) allowOrigin(reply, origin)
    if (typeof traceparent === 'string') continueTrace(reply, traceparent)
    if (request.headers.upgrade !== undefined) closeAfterResponse(request, reply)
  }
}

/**
 * Closes the socket after the response. Node hands over the socket of an upgrade for good, so no other code closes it after an ordinary response. When an upgrade is
 * ignored, Node drops what came after the request in the same packet, so the next request could wait for ever.
 */
function closeAfterResponse(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close').raw.once('finish', () => request.raw.socket.destroySoon())
}
