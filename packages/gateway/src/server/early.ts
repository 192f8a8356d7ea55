import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Gateway, originOf, spendAnonymously, spendByCaller } from '../context/request-context.ts'
import { isPreflight, respondToPreflight } from '../http/cors.ts'
import { secureAddress } from '../http/https-only.ts'
import { faultOfHead } from '../http/request-line.ts'
import type { Begin } from './fastify-options.ts'
import { redirectPermanently, withoutTrailingSlash } from '../http/redirects.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Quota that requests count against. `caller`: that of the principal, once it is known. `credential`: that of the principal when the credential
     * is valid, else of the address, before anything else. `none`: no quota. Default: that of the address.
     */
    quota?: 'caller' | 'credential' | 'none'
  }
}

/**
 * Handles every request before the hooks and the handler of its route: begins its response, answers preflights, redirects, and counts requests that no
 * operation counts against a quota.
 */
export function handleEarly(app: FastifyInstance, begin: Begin, gateway: Gateway): void {
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    const fault = faultOfHead(request)
    if (fault) return done(fault)
    const secure = secureLocation(request, gateway)
    if (isPreflight(request)) return void respondToPreflight(reply)
    const location = secure ?? shorterLocation(request, gateway)
    const { quota } = request.routeOptions.config
    if (location === undefined && (quota === 'caller' || quota === 'none')) return done()
    // A credential sent in the clear is not checked, nor one of a request for a page, which needs no database.
    const isByCredential = secure === undefined && (location !== undefined || request.is404 || quota === 'credential')
    const spend = isByCredential ? spendByCaller : spendAnonymously
    const count = async () => {
      await spend(gateway, originOf(request, reply))
      if (location !== undefined) void redirectPermanently(request, reply, location)
    }
    count().then(() => location === undefined && done(), done)
  })
}

/** Returns the https URL that a request over plain HTTP is redirected to, or undefined. Throws `https-required`. */
function secureLocation(request: FastifyRequest, { baseUrl, httpsOnly }: Gateway): string | undefined {
  const mustBeSecure = httpsOnly && request.routeOptions.config.quota !== 'none'
  return mustBeSecure ? secureAddress(request, baseUrl) : undefined
}

/** Returns the URL without trailing slashes that a request for a route is redirected to, or undefined. */
function shorterLocation(request: FastifyRequest, { baseUrl }: Gateway): string | undefined {
  const shorter = request.is404 ? undefined : withoutTrailingSlash(request.url)
  return shorter === undefined ? undefined : baseUrl + shorter
}
