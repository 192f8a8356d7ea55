import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, originOf, spendAnonymously, spendByCaller } from '../context/request-context.ts'
import { isPreflight, respondToPreflight } from '../http/cors.ts'
import { secureAddress } from '../http/https-only.ts'
import { faultOfHead } from '../http/request-line.ts'
import { redirectPermanently, withoutTrailingSlash } from '../http/redirects.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `caller`: requests count against who calls, once that is known. `credential`: against who calls where the credential is good, else against
     * the address, before anything else. `none`: they are free. By default they count against the address.
     */
    quota?: 'caller' | 'credential' | 'none'
  }
}

/** What happens to every request before its route is looked at: common headers, preflights, redirects, the quota where no operation counts. */
export function handleEarly(
  app: FastifyInstance,
  putCommonHeaders: (request: FastifyRequest, reply: FastifyReply) => void,
  gateway: Gateway,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    putCommonHeaders(request, reply)
    const fault = faultOfHead(request)
    if (fault) return done(fault)
    const secure = secureLocation(request, gateway)
    if (secure === undefined && isPreflight(request)) return void respondToPreflight(reply)
    const location = secure ?? shorterLocation(request, gateway)
    const { quota } = request.routeOptions.config
    if (location === undefined && (quota === 'caller' || quota === 'none')) return done()
    // A credential that came in the clear is not looked at, nor one beside a page, which needs no database.
    const isByCredential = secure === undefined && (location !== undefined || request.is404 || quota === 'credential')
    const spend = isByCredential ? spendByCaller : spendAnonymously
    const count = async () => {
      await spend(gateway, originOf(request, reply))
      if (location !== undefined) void redirectPermanently(request, reply, location)
    }
    count().then(() => location === undefined && done(), done)
  })
}

/** Where a request over plain HTTP is led to in place of its route. */
function secureLocation(request: FastifyRequest, { baseUrl, httpsOnly }: Gateway): string | undefined {
  const mustBeSecure = httpsOnly && request.routeOptions.config.quota !== 'none'
  return mustBeSecure ? secureAddress(request, baseUrl) : undefined
}

/** Where a request is led to whose path is one of a route with a slash at its end. */
function shorterLocation(request: FastifyRequest, { baseUrl }: Gateway): string | undefined {
  const shorter = request.is404 ? undefined : withoutTrailingSlash(request.url)
  return shorter === undefined ? undefined : baseUrl + shorter
}
