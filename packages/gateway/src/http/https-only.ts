import { Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Where a request over plain HTTP is led to; undefined over https. In production nothing is served over plain HTTP: reads are led to
 * https, and what could change something is refused, because its content has already been sent in the clear. Throws `https-required`.
 */
export function secureAddress({ protocol, method, url }: FastifyRequest, baseUrl: string): string | undefined {
  if (protocol === 'https') return undefined
  if (method === 'GET' || method === 'HEAD') return baseUrl.replace(/^http:/, 'https:') + url
  throw new Problem('https-required', `This service is reached over https only, at ${baseUrl}.`)
}
