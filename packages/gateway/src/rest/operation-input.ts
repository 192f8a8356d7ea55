import { type AnyOperation, Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'
import { queryReader, textReader } from '../http/query.ts'

/** Readers of an operation's input from a request, before it is validated. */
export interface OperationInput {
  /** Returns the parameters of path and query. */
  parametersOf: (request: FastifyRequest) => unknown
  /** Returns the parsed JSON body, or undefined when there is none. Throws `malformed-json` when the operation takes a body and there is none. */
  bodyOf: (request: FastifyRequest) => unknown
}

export function inputOf(operation: AnyOperation): OperationInput {
  const readQuery = queryReader(operation.parameters, operation.pathNames)
  const readText = textReader(operation.parameters)
  return {
    parametersOf({ url, params }) {
      const parameters = readQuery(url)
      for (const name of operation.pathNames)
        parameters[name] = readText(name, (params as Record<string, string>)[name]!)
      return parameters
    },
    bodyOf: ({ body }) => {
      if (body !== undefined || !operation.body) return body
      throw new Problem('malformed-json', 'The request has no body. Send one JSON object.')
    },
  }
}
