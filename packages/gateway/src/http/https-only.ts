import { Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'

/** Whether a request came over https, also according to a trusted proxy. Schemes compare in any case (RFC 3986, section 3.1). */
export const isSecure = ({ protocol }: FastifyRequest): boolean => protocol.toLowerCase() === 'https'

/**
 * Returns the https URL that a request over plain HTTP is redirected to, or undefined for a request over https. In production nothing is served over
 * plain HTTP: reads are redirected. A request that could change something throws `https-required`, because its content has already been sent in the
 * clear.
 */
export function secureAddress(request: FastifyRequest, baseUrl: string): string | undefined {
  if (isSecure(request)) return undefined
  const { method, url } = request
  if (method === 'GET' || method === 'HEAD') return baseUrl.replace(/^http:/, 'https:') + url
  throw new Problem('https-required', `This service is reached over https only, at ${baseUrl}.`)
}
