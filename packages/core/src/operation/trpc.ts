import { initTRPC, TRPCError } from '@trpc/server'
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { z } from 'zod'
import type { Context } from './context.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Method } from '../contract/methods.ts'
import { Problem, problemDetails } from '../contract/problem.ts'
import { ENDING, isOutdated } from '../data/refusal.ts'
import { hasLost } from '../data/retry.ts'
import { refused } from '../validation/validation.ts'

/** Metadata of a procedure: its place in REST, in the form that trpc-to-openapi reads. */
export interface Meta {
  openapi?: {
    method: Method
    path: `/${string}`
    operationId?: string
    tags?: string[]
    summary?: string
    description?: string
  }
}

/** Interval between pings to a subscription over server-sent events, in milliseconds. */
const SSE_PING = 15_000

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: SSE_PING } },
    errorFormatter: ({ error, ctx, path }) => rpcError(error, path, ctx),
  })

/** Joins procedures to a tRPC router. */
export const router = t.router

/** A tRPC procedure of the core: its metadata map it to REST, and its context is that of operations. */
export const procedure = t.procedure

/** tRPC's code for each HTTP status it has one for. */
const RPC_CODES: Partial<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  428: 'PRECONDITION_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  501: 'NOT_IMPLEMENTED',
  503: 'SERVICE_UNAVAILABLE',
}

/** Codes of the core for errors of tRPC: those that tRPC raises before a procedure runs, and those that an application's own procedures throw. */
const TRPC_PROBLEMS: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorCode>> = {
  PARSE_ERROR: 'malformed-json',
  BAD_REQUEST: 'bad-request',
  UNAUTHORIZED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not-found',
  METHOD_NOT_SUPPORTED: 'method-not-allowed',
  CONFLICT: 'conflict',
  PRECONDITION_FAILED: 'conflict',
  PAYLOAD_TOO_LARGE: 'payload-too-large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported-media-type',
  UNPROCESSABLE_CONTENT: 'validation-failed',
  TOO_MANY_REQUESTS: 'rate-limited',
  NOT_IMPLEMENTED: 'not-implemented',
  SERVICE_UNAVAILABLE: 'unavailable',
}

/** Returns the problem of an error in the form that tRPC throws. */
export function asTRPCError(error: unknown): TRPCError {
  const problem = asProblem(error)
  return new TRPCError({ code: rpcCode(problem), message: problem.message, cause: problem })
}

/** Returns an error as RPC callers receive it: tRPC's shape, with the problem details of REST in `data.problem` and never a stack. */
export function rpcError(
  error: unknown,
  path: string | undefined,
  context: Pick<Context, 'baseUrl' | 'requestId' | 'calls'> | undefined,
) {
  const problem = asProblem(error)
  const code = rpcCode(problem)
  const { baseUrl = '', requestId = '', calls } = context ?? {}
  const details = problemDetails(problem, { baseUrl, requestId, calls, instance: path ? `/trpc/${path}` : '/trpc' })
  return {
    message: problem.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: problem.status, path, problem: details },
  }
}

const CONTENTION = 'Other requests kept changing the same records at the same moment. Repeat the request.'

const rpcCode = ({ status }: Problem) => RPC_CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR')

/** Returns the problem for an error of any layer. An unexpected error is `internal`, with the error as its cause. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TRPCError) {
    if (error.cause instanceof Problem) return error.cause
    if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError)
      return refused(error.cause, 'parameters')
    const code = TRPC_PROBLEMS[error.code]
    if (code) return new Problem(code, error.message, { cause: error })
  }
  if (isLostConnection(error))
    return new Problem('unavailable', undefined, { cause: error, headers: { 'retry-after': '1' } })
  if (hasLost(error)) return new Problem('overloaded', CONTENTION, { cause: error, headers: { 'retry-after': '1' } })
  return new Problem('internal', undefined, { cause: error })
}

// A server that takes no writes, PostgreSQL's class 53 (resources), and errors of sockets and the pool.
const LOST = /^(?:25006|53...|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const LOST_MESSAGE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (?:was closed|has encountered a connection error)/

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isLost = ENDING.test(code) || LOST.test(code) || LOST_MESSAGE.test(error.message) || isOutdated(error)
  return isLost || isLostConnection(error.cause)
}
