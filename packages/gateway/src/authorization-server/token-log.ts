import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { problemOf } from '../problems/problem.ts'
import { logSecurity, textOf } from '../logs/security-log.ts'
import { userIdOf } from './holder.ts'
import type { OAuthRequest } from './oauth-request.ts'

/** Writes a line in the security log for every token request that the library answers. */
export function logTokens(provider: Provider): void {
  provider.on('grant.success', (ctx) => logGrant(ctx))
  provider.on('grant.error', (ctx, { error }) => logGrant(ctx, error))
  // The library reports its own failures at all endpoints by this event alone.
  provider.on('server_error', (ctx) => {
    if (ctx.oidc.route === 'token') logGrant(ctx, 'server_error')
  })
}

function logGrant({ req, oidc }: KoaContextWithOIDC, error?: string): void {
  const { log, address } = req as OAuthRequest
  const { client, account, params } = oidc
  const user = account && ({ type: 'user', id: userIdOf(account.accountId) } as const)
  const machine = client && ({ type: 'client', id: client.clientId } as const)
  logSecurity(log!, {
    event: 'token.granted',
    succeeded: error === undefined,
    actor: error === undefined ? (user ?? machine ?? null) : null,
    target: client?.clientId ?? null,
    address,
    grant_type: textOf(params?.['grant_type']),
    ...(error !== undefined && { error }),
  })
}

/** Writes the line of a token request that is refused before the library sees it, and throws the error again. */
export function tellRefusal(error: unknown, request: FastifyRequest): never {
  const { code } = problemOf(error, request)
  const nobody = { actor: null, target: null, address: request.ip }
  logSecurity(request.log, { event: 'token.granted', succeeded: false, ...nobody, error: code })
  throw error
}
