import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { problemOf } from '../../problem.ts'
import { logSecurity, textOf } from '../../security-log.ts'
import type { Edge } from '../../request-context.ts'
import { oauthErrors } from './errors.ts'
import { userIdOf } from './holder.ts'
import type { OAuthRequest } from './oauth-request.ts'

/** Writes a line for every request for a token that the library answers. */
export function logTokens(provider: Provider): void {
  provider.on('grant.success', (ctx) => logGrant(ctx))
  provider.on('grant.error', (ctx, { error }) => logGrant(ctx, error))
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

/** Answers requests for a token that are refused before the library sees them, and writes their lines. */
export function tokenErrors(edge: Edge) {
  const answer = oauthErrors(edge)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = problemOf(error, request)
    const nobody = { actor: null, target: null, address: request.ip }
    logSecurity(request.log, { event: 'token.granted', succeeded: false, ...nobody, error: code })
    return answer(error, request, reply)
  }
}
