import type { FastifyRequest } from 'fastify'
import { networkOf } from '../http/client-network.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { formOf } from './forms.ts'
import type { ProviderOptions } from './options.ts'

/** Result of counting a request. */
export interface Counted {
  /** Headers with the remaining quota. */
  left: Record<string, string>
  /** Counts the request again, against its address, when the client fails to authenticate. Throws `rate-limited`. */
  countFailure?: () => Promise<unknown>
}

/** Counts a request of a client. Throws `rate-limited`. */
export type Spend = (request: FastifyRequest) => Promise<Counted>

/** Names of the quotas of clients: `token` for token requests, `read` for other requests with client authentication. */
export type ClientQuota = 'token' | 'read'

/**
 * Returns the quotas of clients, counted by client and address. An unregistered client has no quota of its own: a caller that makes up client names
 * would get a new quota with each. Unregistered clients share one quota per address for tokens; their other requests count as anonymous.
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

/** Returns the client identifier that a request names. Authentication follows later. */
function namedIn(request: FastifyRequest): string {
  const { authorization = '' } = request.headers
  if (!BASIC.test(authorization)) return formOf(request).get('client_id') ?? ''
  const [id = ''] = Buffer.from(authorization.replace(BASIC, ''), 'base64').toString().split(':')
  return decoded(id)
}

/** Decodes a text that is encoded like a form (RFC 6749, section 2.3.1). Returns any other text as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
