import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import type { Problem } from '@roster/core/contract'
import { authErrorPage } from '../pages/auth-error.ts'
import { headersOf } from '../problems/challenge.ts'
import { isMalformedType, isOurFault, problemOf } from '../problems/problem.ts'
import { counted, type Gateway, originOf } from '../context/request-context.ts'
import { noForm } from './forms.ts'
import { showPage } from './show-page.ts'

/** Error codes of RFC 6749 for problems that arise before the authorization server is asked. */
function codeOf(problem: Problem): string {
  const { status, code } = problem
  if (isOurFault(problem)) return 'server_error'
  if (status === 429) return 'temporarily_unavailable'
  if (status === 401) return 'invalid_token'
  return code === 'insufficient-scope' ? 'insufficient_scope' : 'invalid_request'
}

/** An error in the form of OAuth (RFC 6749, section 5.2), which is what its clients read. */
export const oauthError = (problem: Problem) => ({ error: codeOf(problem), error_description: problem.message })

/** Answers with errors in the form of OAuth. What nothing has counted yet counts against its address. */
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

/** Shows an error that can't go back to the client on a page of ours. */
export function showError(ctx: KoaContextWithOIDC, { error, error_description: description = '' }: ErrorOut): void {
  showPage(ctx, authErrorPage({ error, description }))
}
