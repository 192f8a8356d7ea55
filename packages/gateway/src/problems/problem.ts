import { type ErrorCode, Problem, problemDetails } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import type { FastifyRequest } from 'fastify'
import type { HttpResponse } from '../http/response.ts'
import type { Site } from '../naming/site.ts'
import { BODY_LIMIT, isCutOff, wrongType } from '../http/body.ts'
import { originForm } from '../http/request-line.ts'
import { headersOf } from './challenge.ts'

/** Codes of the problems for Fastify's own errors, by Fastify's code. */
const FRAMEWORK_PROBLEMS: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_BAD_URL: 'bad-request',
  FST_ERR_ASYNC_CONSTRAINT: 'bad-request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri-too-long',
}

/** Detail for a request whose client has disconnected; no client receives it. */
const CUT_OFF = 'The connection ended before the body of the request was complete.'

/** Whether an error is about a malformed `Content-Type`, for which Fastify looks for no parser. */
export const isMalformedType = (error: unknown) => codeIn(error) === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'

/** Returns the problem for an error of any layer. With `request`, the problem names the accepted media types. */
export function problemOf(error: unknown, request?: FastifyRequest): Problem {
  if (request && isMalformedType(error)) return wrongType(request.method, request.headers)
  if (request && isCutOff(request)) return new Problem('bad-request', CUT_OFF, { cause: error })
  const code = FRAMEWORK_PROBLEMS[codeIn(error)]
  const detail = request && code === 'payload-too-large' ? limitTold(request) : undefined
  return code ? new Problem(code, detail, { cause: error }) : asProblem(error)
}

const codeIn = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Returns the detail for a too large body at a route with a limit of its own, else undefined. */
function limitTold({ routeOptions: { bodyLimit } }: FastifyRequest): string | undefined {
  return bodyLimit === BODY_LIMIT ? undefined : `The request body is over ${bodyLimit / 1_024} KiB.`
}

/** Whether the service, rather than the request, caused a problem. 501 is caused by the request: a method or a coding that is never supported. */
export const isOurFault = ({ status }: Problem) => status >= 500 && status !== 501

/** Returns the response to a request that failed with a problem (RFC 9457). */
export function problemResponse(problem: Problem, request: FastifyRequest, { baseUrl, naming }: Site): HttpResponse {
  const instance = pathOf(originForm(request.originalUrl))
  const details = problemDetails(problem, { baseUrl, instance, requestId: request.id })
  const type = 'application/problem+json; charset=utf-8'
  const headers = { 'cache-control': 'no-store', ...headersOf(problem, naming.slug), 'content-type': type }
  return { status: problem.status, headers, body: JSON.stringify(details), isRepresentation: false }
}

/** Returns the path of a request target without its query, or `/` when the target is no path. */
export function pathOf(url: string): string {
  if (!url.startsWith('/')) return '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
