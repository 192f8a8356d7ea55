import { validateHeaderValue } from 'node:http'
import type { Problem } from '@roster/core/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendResponse } from '../http/response.ts'
import { isOurFault, problemOf, problemResponse } from '../problems/problem.ts'
import { counted, type Gateway, originOf } from './request-context.ts'

/** Answers a request with the problem that an error is to its caller and the headers of the remaining quota. Logs faults of the service. */
export async function respondToFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<FastifyReply> {
  const problem = await failureOf(error, request, reply, gateway)
  if (isUnsendable(error)) withdraw(request, reply)
  return sendResponse(request, reply, problemResponse(problem, request, gateway))
}

/** Removes from a response what cannot be sent: the reason phrase that Node.js has noted for the status, and headers with forbidden characters. */
function withdraw(request: FastifyRequest, reply: FastifyReply): void {
  // HTTP/2 has no reason phrases.
  if (request.raw.httpVersionMajor === 1) reply.raw.statusMessage = ''
  for (const [name, value] of Object.entries(reply.getHeaders())) if (!isSendable(name, value)) reply.removeHeader(name)
}

/** Returns the problem that a request failed with, after counting and logging it. */
export async function failureOf(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<Problem> {
  const isFree = request.routeOptions.config?.quota === 'none'
  const found = problemOf(error, request)
  const problem = isFree ? found : await counted(gateway, originOf(request, reply), found)
  logFailure(request, problem)
  return problem
}

/** Logs a problem that is a fault of the service. */
export function logFailure({ log }: FastifyRequest, problem: Problem): void {
  if (isOurFault(problem)) log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
}

const isUnsendable = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_CHAR'

function isSendable(name: string, value: unknown): boolean {
  try {
    for (const part of [value].flat()) validateHeaderValue(name, String(part))
    return true
  } catch {
    return false
  }
}
