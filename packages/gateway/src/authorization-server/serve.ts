import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { noteRoutes, respondToOtherMethods } from '../http/methods.ts'
import type { Gateway } from '../context/request-context.ts'
import { clientQuotas } from './client-quota.ts'
import { oauthErrors } from './errors.ts'
import { readForms } from './forms.ts'
import { serveInteractions } from './interactions.ts'
import { liveProvider } from './live-provider.ts'
import { oauthRequest, publicAddress } from './oauth-request.ts'
import type { ProviderOptions } from './options.ts'
import { ownFormsOnly } from './own-forms.ts'
import { servePostedRequests } from './posted-requests.ts'
import { OAUTH_ROUTES, type OAuthRoute, targetOf } from './routes.ts'
import { tellRefusal } from './token-log.ts'
import { serveUserinfo } from './userinfo.ts'

/** Serves the authorization server: OAuth 2 and OpenID Connect by oidc-provider, in a scope of its own. */
export function serveProvider(app: FastifyInstance, options: ProviderOptions, gateway: Gateway): void {
  // The library is loaded at the first request for it: many services are called with API keys alone.
  const live = liveProvider(options.keys, async (keys) => {
    const { buildProvider } = await import('./build-provider.ts')
    return buildProvider(options, gateway, keys, gateway.logger)
  })
  const address = publicAddress(gateway)
  const quotas = clientQuotas(gateway.limiter, options)

  void app.register(async (scope) => {
    const taken = noteRoutes(scope)
    readForms(scope)
    scope.setErrorHandler(oauthErrors(gateway))
    for (const route of OAUTH_ROUTES) serve(scope, route)
    servePostedRequests(scope, gateway)
    serveInteractions(scope, options, live, gateway)
    serveUserinfo(scope, options, gateway)
    respondToOtherMethods(scope, taken)
  })

  /** Returns the hooks that run before the body is read: an unreadable token request counts as well, and a foreign form is not read. */
  function hooksOf({ method, kind, quota }: OAuthRoute): onRequestAsyncHookHandler[] {
    if (quota === 'token') return [async ({ ip }) => options.attempts.token.spend(ip)]
    return kind === 'page' && method === 'POST' ? [ownFormsOnly(gateway)] : []
  }

  function serve(scope: FastifyInstance, route: OAuthRoute): void {
    const { method, url, quota, kind, bodyLimit } = route
    const config = quota ? ({ quota: 'caller' } as const) : {}
    const accept = kind === 'page' ? 'text/html' : 'application/json'
    scope.route({
      method,
      url,
      config,
      ...(bodyLimit && { bodyLimit }),
      onRequest: hooksOf(route),
      ...(quota === 'token' && { errorHandler: tellRefusal }),
      async handler(request, reply) {
        const counted = quota && (await quotas[quota](request))
        // Throws for an unreadable certificate, which the library would report as its own failure.
        if (kind === 'data' && method === 'POST') options.certificateOf(request.raw)
        if (counted) reply.headers(counted.left)
        const provider = await live()
        const target = targetOf(request.url, route)
        const made = oauthRequest(request, reply, target, address, accept)
        made.countFailure = counted?.countFailure
        made.userCode = target.query.get('user_code') ?? undefined
        if (takesUserCode(route)) await options.attempts.userCode.attempt(request.ip, answer)
        else await answer()

        async function answer(): Promise<true | undefined> {
          reply.hijack()
          await provider.callback()(made, reply.raw)
          return made.isGuess ? undefined : true
        }
      },
    })
  }
}

const takesUserCode = ({ method, url }: OAuthRoute) => url === '/device/verify' && method === 'POST'
