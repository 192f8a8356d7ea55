import { Problem } from '@roster/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { redirectPermanently } from './redirects.ts'

/**
 * In production nothing is served over plain HTTP: reads are led to https, and what could change something is refused, because its
 * content has already been sent in the clear. Returns whether the request was answered.
 */
export function requireHttps(request: FastifyRequest, reply: FastifyReply, baseUrl: string): boolean {
  if (request.protocol === 'https') return false
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Problem('https-required', `This service is reached over https only, at ${baseUrl}.`)
  }
  redirectPermanently(reply, baseUrl.replace(/^http:/, 'https:') + request.url)
  return true
}
