import { Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'

/** Whether a request came over https, also by what a trusted proxy says; schemes may be written in capitals (RFC 3986, section 3.1). */
export const isSecure = ({ protocol }: FastifyRequest): boolean => protocol.toLowerCase() === 'https'

/**
 * Where a request over plain HTTP is led to; undefined over https. In production nothing is served over plain HTTP: reads are led to
 * https, and what could change something is refused, because its content has already been sent in the clear. Throws `https-required`.
 */
export function secureAddress(request: FastifyRequest, baseUrl: string): string | undefined {
  if (isSecure(request)) return undefined
  const { method, url } = request
  if (method === 'GET' || method === 'HEAD') return baseUrl.replace(/^http:/, 'https:') + url
  throw new Problem('https-required', `This service is reached over https only, at ${baseUrl}.`)
}
