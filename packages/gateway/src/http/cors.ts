import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOfThisMachine } from './page-origin.ts'
import { METHODS } from './request-line.ts'

const ALLOWED = [...METHODS].join(', ')

/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '600'

const REQUEST_HEADERS = [
  'Accept', 'Authorization', 'Content-Type', 'DPoP', 'Idempotency-Key', 'If-Match', 'If-Modified-Since', 'If-None-Match',
  'If-Range', 'If-Unmodified-Since', 'Last-Event-ID', 'Mcp-Method', 'Mcp-Name', 'Mcp-Protocol-Version', 'Range', 'traceparent', 'trpc-accept', 'X-API-Key',
  'X-CSRF-Token', 'X-Request-ID',
].join(', ') // prettier-ignore

const EXPOSED = [
  'ETag', 'Last-Modified', 'Location', 'Link', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit', 'RateLimit-Policy',
  'X-Request-ID', 'Idempotent-Replayed', 'Content-Range', 'Accept-Ranges', 'Deprecation', 'Sunset', 'WWW-Authenticate',
].join(', ') // prettier-ignore

/** Whether pages of an origin may read responses, with the user's credentials. */
export type AllowsOrigin = (origin: string) => boolean

/** Returns the rule that allows the origins in the setting `CORS_ORIGINS`; in development also every port of this machine. */
export function allowedOrigins(listed: readonly string[], isDevelopment: boolean): AllowsOrigin {
  const known = new Set(listed)
  return (origin) => known.has(origin) || (isDevelopment && isOfThisMachine(origin))
}

/** Lets a page of this origin read the response. Credentials are never combined with a wildcard. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED,
  })
}

/** Whether the page that sends a request may read the response: whether `allowOrigin` has set the header. */
export const isAllowed = (reply: FastifyReply): boolean => reply.hasHeader('access-control-allow-origin')

/** Whether a request is a preflight: a browser asks if a page of another origin may send a request (Fetch, section 3.2.2). */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Answers a preflight. Allows methods and headers when `allowOrigin` has allowed the origin. */
export function respondToPreflight(reply: FastifyReply): FastifyReply {
  if (isAllowed(reply)) {
    reply.headers({
      'access-control-allow-methods': ALLOWED,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': MAX_AGE,
    })
  }
  return reply.code(204).send()
}
