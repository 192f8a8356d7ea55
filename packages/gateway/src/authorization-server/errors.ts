import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { authErrorPage } from '../pages/auth-error.ts'
import { headersOf } from '../problems/challenge.ts'
import { isMalformedType, isOurFault, problemOf } from '../problems/problem.ts'
import { counted, type Gateway, originOf } from '../context/request-context.ts'
import { noForm } from './forms.ts'
import { oauthError } from './oauth-error.ts'
import { showPage } from './show-page.ts'

/** Returns the error handler that answers in the form of OAuth. A request that no quota has counted yet counts against its address. */
export function oauthErrors(gateway: Gateway) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const found = isMalformedType(error) ? noForm(request.headers) : problemOf(error, request)
    const problem = await counted(gateway, originOf(request, reply), found)
    if (isOurFault(problem)) request.log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
    return reply
      .code(problem.status)
      .headers({ 'cache-control': 'no-store', ...headersOf(problem, gateway.naming.slug) })
      .send(oauthError(problem))
  }
}

/** Shows an error that cannot be returned to the client, on a page of this service. */
export function showError(ctx: KoaContextWithOIDC, { error, error_description: description = '' }: ErrorOut): void {
  showPage(ctx, authErrorPage({ error, description }))
}
