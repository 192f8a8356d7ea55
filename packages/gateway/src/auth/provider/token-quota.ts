import type { FastifyRequest } from 'fastify'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { formOf } from './forms.ts'

const BASIC = /^basic +/i

/** Counts a request for a token against the quota of its client and address. Returns headers that say what is left; throws `rate-limited`. */
export function spendToken(limiter: RateLimiter, request: FastifyRequest): Promise<Record<string, string>> {
  return limiter.spend('token', `${clientOf(request)} ${request.ip}`)
}

/** The client that a request says it comes from; whether it does is found out later. */
function clientOf(request: FastifyRequest): string {
  const { authorization = '' } = request.headers
  if (!BASIC.test(authorization)) return (formOf(request).get('client_id') ?? '').slice(0, 64)
  const [id = ''] = Buffer.from(authorization.replace(BASIC, ''), 'base64').toString().split(':')
  return id.slice(0, 64)
}
