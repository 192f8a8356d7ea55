import type { FastifyRequest } from 'fastify'
import { networkOf } from '../http/client-network.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { formOf } from './forms.ts'
import type { ProviderOptions } from './options.ts'

/** What a request was counted as. */
export interface Counted {
  /** Headers that say what is left. */
  left: Record<string, string>
  /** Counts it again, against the address, when the client that it names is not proved. Throws `rate-limited`. */
  countFailure?: () => Promise<unknown>
}

/** Counts a request of a client. Throws `rate-limited`. */
export type Spend = (request: FastifyRequest) => Promise<Counted>

/** What requests of clients count against: a request for a token, and any other for which a client proves itself. */
export type ClientQuota = 'token' | 'read'

/**
 * Quotas of clients: by client and address. A client that is not registered has none of its own, or whoever makes names up would have a new
 * quota with each: it shares one for tokens with all such of its address, and for the rest is nobody known.
 */
export function clientQuotas(limiter: RateLimiter, options: ProviderOptions): Record<ClientQuota, Spend> {
  async function registered(request: FastifyRequest): Promise<string | undefined> {
    const client = await options.clients.find(namedIn(request))
    return client?.client_id
  }

  return {
    async token(request) {
      const client = (await registered(request)) ?? ''
      return { left: await limiter.spend('token', `${client} ${networkOf(request.ip)}`) }
    },
    async read(request) {
      const [client, network] = [await registered(request), networkOf(request.ip)]
      const countFailure = () => limiter.spend('anonymous', network)
      if (client === undefined) return { left: await countFailure() }
      return { left: await limiter.spend('read', `${client} ${network}`), countFailure }
    },
  }
}

const BASIC = /^basic +/i

/** The client that a request says it comes from; whether it does is found out later (RFC 6749, section 2.3.1). */
function namedIn(request: FastifyRequest): string {
  const { authorization = '' } = request.headers
  if (!BASIC.test(authorization)) return formOf(request).get('client_id') ?? ''
  const [id = ''] = Buffer.from(authorization.replace(BASIC, ''), 'base64').toString().split(':')
  return id
}
