import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOAuthPath } from '../authorization-server/routes.ts'
import { respondToFailure } from '../context/failure.ts'
import { pathOf } from '../problems/problem.ts'
import type { ServerGateway } from './gateway.ts'

/**
 * Answers a request that failed before it came to a route, or at one that says nothing of its own: at a path of the authorization server in the form of
 * OAuth, though its routes take no such method; elsewhere with a problem.
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
