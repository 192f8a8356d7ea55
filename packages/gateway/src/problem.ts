import { asProblem, type ErrorCode, Problem, problemDetails } from '@roster/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './http/answer.ts'

/** What Fastify's own errors are to a caller. */
const FRAMEWORK_PROBLEMS: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_BAD_URL: 'bad-request',
  FST_ERR_ASYNC_CONSTRAINT: 'bad-request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri-too-long',
}

/** The problem that an error of any layer is to a caller. */
export function problemOf(error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? FRAMEWORK_PROBLEMS[String(error.code)] : undefined
  return code ? new Problem(code, undefined, { cause: error }) : asProblem(error)
}

/** A problem as the answer to a request (RFC 9457). */
export function problemAnswer(problem: Problem, request: FastifyRequest, baseUrl: string): Answer {
  const details = problemDetails(problem, { baseUrl, instance: pathOf(request.url), requestId: request.id })
  const type = 'application/problem+json; charset=utf-8'
  const headers = { 'cache-control': 'no-store', ...problem.headers, 'content-type': type }
  return { status: problem.status, headers, body: JSON.stringify(details), isRepresentation: false }
}

/** Answers a request with a problem, and logs what is our own fault. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  const problem = problemOf(error)
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
  const { status, headers, body } = problemAnswer(problem, request, baseUrl)
  return reply.code(status).headers(headers).send(body)
}

/** Path of a request target, without its query; `/` where the target is no path. */
export function pathOf(url: string): string {
  if (!url.startsWith('/')) return '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
