import type { onSendHookHandler } from 'fastify'

/** What is said of a connection of HTTP/1.1 (RFC 9113, section 8.2.2). Node.js throws where it is to send that over HTTP/2, which would end the process. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** Leaves out of an answer over HTTP/2 what is said of connections, whoever has made it. */
export const withoutConnectionHeaders: onSendHookHandler = (request, reply, payload, done) => {
  if (request.raw.httpVersionMajor === 2)
    for (const name of CONNECTION_HEADERS) {
      reply.removeHeader(name)
      // Fastify takes these over after every hook.
      if (payload instanceof Response) payload.headers.delete(name)
    }
  done(null, payload)
}
