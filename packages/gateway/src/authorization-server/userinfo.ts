import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { jose } from '../auth/jose.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import { sendResponse } from '../http/response.ts'
import { CLAIMS, profileOf } from './holder.ts'
import type { ProviderOptions } from './options.ts'
import { scopesIn } from './scopes.ts'

/**
 * Serves the claims of OpenID Connect about the user of an access token (OpenID Connect Core, section 5.3). The library's own endpoint accepts no
 * tokens for an API.
 */
export function serveUserinfo(scope: FastifyInstance, { accounts }: ProviderOptions, gateway: Gateway): void {
  scope.route({
    method: ['GET', 'POST'],
    url: '/userinfo',
    config: { quota: 'caller' },
    async handler(request, reply) {
      const { type, user_id, scheme } = await requestContext(gateway, originOf(request, reply)).admit({ method: 'GET' })
      if (type !== 'access_token') throw unauthenticated('Send an access token.')
      const scopes = scopesOfToken(request.headers.authorization!)
      if (user_id === null || !scopes.includes('openid')) throw insufficientScope(scheme)
      const user = await accounts.find(user_id)
      if (!user) throw unauthenticated('The user of this access token is not active.')
      const known: Record<string, unknown> = { sub: user.id, ...profileOf(user) }
      const told = Object.entries(CLAIMS).flatMap(([name, claims]) => (scopes.includes(name) ? claims : []))
      return sendResponse(request, reply, {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: JSON.stringify(Object.fromEntries(told.map((name) => [name, known[name]]))),
        isRepresentation: request.method !== 'POST',
      })
    },
  })
}

/** Returns the scopes of the access token in `Authorization`, which was verified before. */
function scopesOfToken(authorization: string): string[] {
  const [, token = ''] = authorization.split(/ +/)
  return scopesIn(jose().decodeJwt(token)['scope'])
}

const unauthenticated = (detail: string) =>
  new Problem('unauthenticated', detail, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

const insufficientScope = (scheme = 'Bearer') =>
  new Problem('insufficient-scope', 'The access token does not hold the scope openid.', {
    headers: { 'www-authenticate': `${scheme} error="insufficient_scope", scope="openid"` },
  })
