import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, originOf, spendAnonymously } from '../context/request-context.ts'
import { isPreflight, respondToPreflight } from '../http/cors.ts'
import { secureAddress } from '../http/https-only.ts'
import { faultOfHead } from '../http/request-line.ts'
import { redirectPermanently, withoutTrailingSlash } from '../http/redirects.ts'

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
  gateway: Gateway,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    putCommonHeaders(request, reply)
    const fault = faultOfHead(request)
    if (fault) return done(fault)
    const location = locationOf(request, gateway)
    if (location === undefined && isPreflight(request)) return void respondToPreflight(reply)
    if (location === undefined && request.routeOptions.config.quota !== undefined) return done()
    const count = async () => {
      await spendAnonymously(gateway, originOf(request, reply))
      if (location !== undefined) void redirectPermanently(request, reply, location)
    }
    count().then(() => location === undefined && done(), done)
  })
}

/** Where a request is led to in place of its route: to https, or to its path without the slash at its end. */
function locationOf(request: FastifyRequest, { baseUrl, httpsOnly }: Gateway): string | undefined {
  const mustBeSecure = httpsOnly && request.routeOptions.config.quota !== 'none'
  const secure = mustBeSecure ? secureAddress(request, baseUrl) : undefined
  if (secure !== undefined || isPreflight(request)) return secure
  const shorter = request.is404 ? undefined : withoutTrailingSlash(request.url)
  return shorter === undefined ? undefined : baseUrl + shorter
}
