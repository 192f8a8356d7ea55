import type { Performer } from '@roster/core'
import { Problem } from '@roster/core/contract'
import { asProblem, callFlat, type Context, rpcError } from '@roster/core/server'
import type { FastifyRequest } from 'fastify'
import { parseJson } from '../http/json.ts'
import { serializerOf } from '../operations/serializer.ts'
import { callMethod, wrongMethod } from './rpc-method.ts'

/** Result of one call: its part of the response body, and the status of a response to this call alone. */
export interface RpcResult {
  status: number
  body: string
  failure?: Problem
}

/** Makes one call. An input may be a function that returns it, which is called once the caller is admitted. */
export type RpcCaller = (context: Context, method: string, input: unknown) => Promise<RpcResult>

/** Returns a function that makes one call of an operation and writes its result in tRPC's wire format. The function never throws. */
export function rpcCaller(performer: Performer): RpcCaller {
  const { operation } = performer
  const serialize = serializerOf(operation)
  const expected = operation.method === 'GET' ? 'GET' : 'POST'

  async function call(context: Context, method: string, input: unknown): Promise<RpcResult> {
    const output = await callFlat(performer, context, input, () => {
      if (method !== expected) throw wrongMethod(operation.name, expected, method)
    })
    const data = serialize ? `{"data":${serialize(output)}}` : '{}'
    return { status: 200, body: `{"result":${data}}` }
  }

  return (context, method, input) =>
    call(context, method, input).catch((error: unknown) => failedCall(asProblem(error), operation.name, context))
}

/** Form of a procedure's name. */
const NAME = /^[\w.]{1,64}$/

/** Returns a caller that fails with `not-found`, for a procedure that does not exist. */
export function unknownProcedure(name: string): RpcCaller {
  const which = NAME.test(name) ? ` ${name}` : ' of this name'
  const problem = new Problem('not-found', `There is no procedure${which}.`)
  return async (context) => failedCall(problem, name, context)
}

/** Returns the result of a call, or of a whole request, that failed. */
export function failedCall(failure: Problem, path: string | undefined, context: Context): RpcResult {
  return { status: failure.status, body: JSON.stringify({ error: rpcError(failure, path, context) }), failure }
}

/** The inputs of a request, one for each call. */
export interface Calls {
  isBatch: boolean
  inputs: unknown[]
}

/** Reads the inputs of a request. Throws `malformed-json`, and `bad-request` for several procedures without `batch=1` or a repeated `input`. */
export function readCalls(request: FastifyRequest, names: readonly string[]): Calls {
  const query = request.query as Record<string, unknown>
  const isBatch = query['batch'] === '1'
  if (names.length > 1 && !isBatch)
    throw new Problem('bad-request', 'Several procedures are named; call them with ?batch=1.')
  const input = callMethod(request) === 'GET' ? parsed(query['input']) : request.body
  if (!isBatch) return { isBatch, inputs: [input] }
  const byIndex = (input ?? {}) as Record<number, unknown>
  return { isBatch, inputs: names.map((_, index) => byIndex[index]) }
}

function parsed(input: unknown): unknown {
  if (input === undefined) return undefined
  if (typeof input !== 'string') throw new Problem('bad-request', 'The parameter input comes twice. Send it once.')
  return parseJson(input)
}
