import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowOrigin, type AllowsOrigin } from './cors.ts'
import { isSecure } from './https-only.ts'
import { SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY } from './security-headers.ts'
import { continueTrace } from './trace-context.ts'

/** Puts on an answer what every answer carries, whichever layer gives it. */
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

/** Node hands the socket of an upgrade over for good: where the answer is an ordinary one, nobody else would close it. */
function closeAfterResponse(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close').raw.once('finish', () => request.raw.socket.destroySoon())
}
