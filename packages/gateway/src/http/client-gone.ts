import type { FastifyReply } from 'fastify'

/** A signal that is aborted when the client has its whole response or goes away, as it is at once where that has happened. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
