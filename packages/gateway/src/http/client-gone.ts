import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { FastifyReply } from 'fastify'

/** Returns a signal that is aborted when the client has its whole response or disconnects, or at once when that has happened. */
export function clientGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  // A response over HTTP/2 does not tell that it is closed, but its stream does.
  const { closed, stream } = raw as ServerResponse & { stream?: ServerHttp2Stream }
  if (closed || stream?.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
