import { type AnyOperation, Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'
import { queryReader, textReader } from '../http/query.ts'

/** What a request gives to an operation, before it is validated. */
export interface OperationInput {
  /** Parameters of path and query. */
  parametersOf: (request: FastifyRequest) => unknown
  /** The parsed JSON; undefined where there is none. Throws `malformed-json` where the operation takes a body. */
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
