import type { onSendHookHandler } from 'fastify'

/** Headers about a connection of HTTP/1.1 (RFC 9113, section 8.2.2). Node.js throws when they are sent over HTTP/2, which would end the process. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** Removes connection headers from a response over HTTP/2, whichever code has set them. */
export const withoutConnectionHeaders: onSendHookHandler = (request, reply, payload, done) => {
  if (request.raw.httpVersionMajor === 2)
    for (const name of CONNECTION_HEADERS) {
      reply.removeHeader(name)
      // Fastify copies these headers after every hook.
      if (payload instanceof Response) payload.headers.delete(name)
    }
  done(null, payload)
}
