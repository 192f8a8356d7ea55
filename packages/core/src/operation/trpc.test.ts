import { TRPCError } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { expect, test } from 'vitest'
import { coreErrors, errorKind } from '../contract/error-kind.ts'
import { Problem } from '../contract/problem.ts'
import { asProblem, rpcError } from './trpc.ts'

const failing = (members: object, message = 'failed') => Object.assign(new Error(message), members)

const said = (error: unknown) => {
  const { code, status, headers } = asProblem(error)
  return { code, status, retryAfter: headers['retry-after'] }
}

const UNAVAILABLE = { code: 'unavailable', status: 503, retryAfter: '1' }

test.each([
  ['a connection that broke', '08006'],
  ['a server whose connections are all taken', '53300'],
  ['a server without memory', '53200'],
  ['a password that was replaced', '28P01'],
  ['a database that is gone', '3D000'],
  ['a transaction that took too long', '25P04'],
  ['a server that shuts down', '57P01'],
  ['a server that starts', '57P03'],
  ['a server that takes no writes', '25006'],
  ['a server that refuses connections', 'ECONNREFUSED'],
  ['a connection that was reset', 'ECONNRESET'],
  ['a socket that is closed', 'EPIPE'],
  ['a network without an answer', 'ETIMEDOUT'],
  ['a host without an address', 'ENOTFOUND'],
  ['a name server without an answer', 'EAI_AGAIN'],
])('%s (%s) is 503 with Retry-After', (_what, code) => {
  expect(said(failing({ code }))).toEqual(UNAVAILABLE)
})

test.each([
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
])('an error of the pool, "%s", is 503 with Retry-After, also as a cause', (message) => {
  expect(said(new Error(message))).toEqual(UNAVAILABLE)
  expect(said(new Error('The query failed.', { cause: new Error(message) }))).toEqual(UNAVAILABLE)
})

test('a statement that was prepared for other columns is 503 with Retry-After', () => {
  expect(said(failing({ code: '0A000', routine: 'RevalidateCachedQuery' }))).toEqual(UNAVAILABLE)
})

test.each(['40001', '40P01'])('a change that lost against others (%s) is 503 with Retry-After', (code) => {
  expect(said(failing({ code }))).toEqual({ code: 'overloaded', status: 503, retryAfter: '1' })
})

test.each(['42P01', '23505', '57014', '5300', '530000', 'X57P01', undefined])(
  'another error (%s) is a fault of the service: 500',
  (code) => {
    expect(said(failing({ code }))).toEqual({ code: 'internal', status: 500, retryAfter: undefined })
  },
)

test.each([
  ['PARSE_ERROR', 'malformed-json'],
  ['BAD_REQUEST', 'bad-request'],
  ['UNAUTHORIZED', 'unauthenticated'],
  ['FORBIDDEN', 'forbidden'],
  ['NOT_FOUND', 'not-found'],
  ['METHOD_NOT_SUPPORTED', 'method-not-allowed'],
  ['CONFLICT', 'conflict'],
  ['PRECONDITION_FAILED', 'conflict'],
  ['PAYLOAD_TOO_LARGE', 'payload-too-large'],
  ['UNSUPPORTED_MEDIA_TYPE', 'unsupported-media-type'],
  ['UNPROCESSABLE_CONTENT', 'validation-failed'],
  ['TOO_MANY_REQUESTS', 'rate-limited'],
  ['NOT_IMPLEMENTED', 'not-implemented'],
  ['SERVICE_UNAVAILABLE', 'unavailable'],
  ['TIMEOUT', 'internal'],
  ['INTERNAL_SERVER_ERROR', 'internal'],
] as const)('%s of tRPC is the problem %s', (code, problem) => {
  expect(asProblem(new TRPCError({ code, message: 'It failed.' })).code).toBe(problem)
})

test('a problem that tRPC carries stays the same problem', () => {
  const problem = new Problem('gone', 'It was deleted.')
  expect(asProblem(new TRPCError({ code: 'NOT_FOUND', cause: problem }))).toBe(problem)
})

test('callers of RPC get the status of the problem, and the code of tRPC that is nearest', () => {
  const sent = coreErrors.map((kind) => {
    const { code, data } = rpcError(new Problem(kind), 'users.get', undefined)
    expect(TRPC_ERROR_CODES_BY_KEY[data.code]).toBe(code)
    return [data.httpStatus, data.code] as const
  })
  expect(Object.fromEntries(sent)).toEqual({
    400: 'BAD_REQUEST',
    401: 'UNAUTHORIZED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    405: 'METHOD_NOT_SUPPORTED',
    406: 'BAD_REQUEST',
    408: 'TIMEOUT',
    409: 'CONFLICT',
    410: 'NOT_FOUND',
    413: 'PAYLOAD_TOO_LARGE',
    414: 'BAD_REQUEST',
    415: 'UNSUPPORTED_MEDIA_TYPE',
    416: 'BAD_REQUEST',
    422: 'UNPROCESSABLE_CONTENT',
    426: 'BAD_REQUEST',
    429: 'TOO_MANY_REQUESTS',
    431: 'BAD_REQUEST',
    500: 'INTERNAL_SERVER_ERROR',
    501: 'NOT_IMPLEMENTED',
    503: 'SERVICE_UNAVAILABLE',
  })
})

test.each([
  [402, 'PAYMENT_REQUIRED'],
  [412, 'PRECONDITION_FAILED'],
  [418, 'BAD_REQUEST'],
  [428, 'PRECONDITION_REQUIRED'],
  [507, 'INTERNAL_SERVER_ERROR'],
])('an error of an application with the status %i has the code %s', (status, code) => {
  const kind = errorKind({ code: 'own', status, title: 'Own', description: 'It failed.', remedy: 'Stop.' })
  expect(rpcError(new Problem(kind), 'users.get', undefined).data).toMatchObject({ httpStatus: status, code })
})
