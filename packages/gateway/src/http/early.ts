import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Edge, originOf, spendAnonymously } from '../request-context.ts'
import { answerPreflight, isPreflight } from './cors.ts'
import { requireHttps } from './https-only.ts'
import { requireSoundHead } from './request-line.ts'
import { redirectPermanently, withoutTrailingSlash } from './redirects.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `caller`: requests count against who calls, once that is known. `none`: they are free. By default they count against the address. */
    quota?: 'caller' | 'none'
  }
}

/** What happens to every request before its route is looked at: common headers, preflights, redirects, the quota of the address. */
export function handleEarly(
  app: FastifyInstance,
  putCommonHeaders: (request: FastifyRequest, reply: FastifyReply) => void,
  edge: Edge,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    putCommonHeaders(request, reply)
    requireSoundHead(request)
    if (isAnswered(request, reply, edge)) return
    const shorter = withoutTrailingSlash(request.url)
    if (shorter === undefined && request.routeOptions.config.quota !== undefined) return done()
    const proceed = () => (shorter === undefined ? done() : redirectPermanently(reply, edge.baseUrl + shorter))
    spendAnonymously(edge, originOf(request, reply)).then(proceed, done)
  })
}

function isAnswered(request: FastifyRequest, reply: FastifyReply, { baseUrl, httpsOnly }: Edge): boolean {
  if (httpsOnly && request.routeOptions.config.quota !== 'none' && requireHttps(request, reply, baseUrl)) return true
  if (isPreflight(request)) answerPreflight(reply)
  return reply.sent
}
