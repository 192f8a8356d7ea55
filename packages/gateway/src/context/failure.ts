import type { Problem } from '@roster/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from '../http/answer.ts'
import { isOurFault, problemAnswer, problemOf } from '../problems/problem.ts'
import { counted, type Edge, originOf } from './request-context.ts'

/** Answers a request with the problem that an error is to its caller, with what is left of a quota, and logs what is our own fault. */
export async function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  edge: Edge,
): Promise<FastifyReply> {
  const problem = await failureOf(error, request, reply, edge)
  return sendAnswer(request, reply, problemAnswer(problem, request, edge.baseUrl))
}

/** The problem that a request failed with, counted and logged. */
export async function failureOf(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  edge: Edge,
): Promise<Problem> {
  const isFree = request.routeOptions.config?.quota === 'none'
  const found = problemOf(error, request)
  const problem = isFree ? found : await counted(edge, originOf(request, reply), found)
  logFailure(request, problem)
  return problem
}

/** Logs what is our own fault. */
export function logFailure({ log }: FastifyRequest, problem: Problem): void {
  if (isOurFault(problem)) log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
}
