import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOAuthPath } from '../authorization-server/routes.ts'
import { respondToFailure } from '../context/failure.ts'
import { pathOf } from '../problems/problem.ts'
import type { ServerGateway } from './gateway.ts'

/**
 * Answers a request that failed before it reached a route, or at a route without an error handler. At a path of the authorization server the error
 * has the form of OAuth, also for methods that its routes do not take; elsewhere it is a problem.
 */
export async function respondInForm(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: ServerGateway,
): Promise<FastifyReply> {
  if (!gateway.hasProvider || !isOAuthPath(pathOf(request.url))) return respondToFailure(error, request, reply, gateway)
  const { oauthErrors } = await import('../authorization-server/errors.ts')
  return oauthErrors(gateway)(error, request, reply)
}
