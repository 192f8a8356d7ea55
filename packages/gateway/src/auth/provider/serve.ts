import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { answerOtherMethods, noteRoutes } from '../../http/methods.ts'
import type { Edge } from '../../request-context.ts'
import { buildProvider } from './build-provider.ts'
import { sendOAuthError } from './errors.ts'
import { readForms } from './forms.ts'
import { serveInteractions } from './interactions.ts'
import { liveProvider } from './live-provider.ts'
import { oauthRequest, publicAddress } from './oauth-request.ts'
import type { ProviderOptions } from './options.ts'
import { OAUTH_ROUTES, type OAuthRoute, targetOf } from './routes.ts'
import { refuseToken } from './token-log.ts'
import { spendToken } from './token-quota.ts'
import { serveUserinfo } from './userinfo.ts'

/** Serves the authorization server: OAuth 2 and OpenID Connect by oidc-provider, in a scope of its own. */
export function serveProvider(app: FastifyInstance, options: ProviderOptions, edge: Edge, logger: Logger): void {
  const { baseUrl } = edge
  const live = liveProvider(options.keys, (keys) => buildProvider(options, baseUrl, keys, logger))
  const address = publicAddress(baseUrl)

  void app.register(async (scope) => {
    const taken = noteRoutes(scope)
    readForms(scope)
    scope.setErrorHandler(sendOAuthError)
    for (const route of OAUTH_ROUTES) serve(scope, route)
    serveInteractions(scope, options, live, edge)
    serveUserinfo(scope, options, edge)
    answerOtherMethods(scope, taken)
  })

  function serve(scope: FastifyInstance, route: OAuthRoute): void {
    const { method, url, countsTokens, kind } = route
    const config = countsTokens ? ({ quota: 'caller' } as const) : {}
    const accept = kind === 'page' ? 'text/html' : 'application/json'
    scope.route({
      method,
      url,
      config,
      ...(countsTokens && { errorHandler: refuseToken }),
      async handler(request, reply) {
        if (countsTokens) reply.headers(await spendToken(edge.limiter, request))
        const provider = await live()
        const target = targetOf(request.url, route)
        const made = oauthRequest(request, reply, target, address, accept)
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
