import type { FastifyReply } from 'fastify'

/** Returns a signal that is aborted when the client has its whole response or disconnects, or at once when that has happened. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
