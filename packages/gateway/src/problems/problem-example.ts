import { fault, invalid } from '@roster/core'
import {
  type ErrorCode,
  type ErrorKind,
  exampleId,
  type Fault,
  idPrefixes,
  Problem,
  problemDetails,
  type ProblemDetails,
} from '@roster/core/contract'

const FAULTS: Partial<Record<ErrorCode, ['parameters' | 'body', Fault]>> = {
  'invalid-parameters': ['parameters', fault('parameters', ['limit'], 'too-large', 'must be at most 100')],
  'validation-failed': ['body', fault('body', ['email'], 'required', 'is required')],
}

/** Returns an example of an error, for documentation. */
export function exampleProblem(kind: ErrorKind): Problem {
  const [where, found] = FAULTS[kind.code as ErrorCode] ?? []
  return where && found ? invalid(where, [found]) : new Problem(kind)
}

/** Base URL and path of the example problems in documentation. */
export interface ExamplePlace {
  baseUrl: string
  path: string
}

/** Returns a problem as a client sees it, for documentation. */
export function exampleDetails(problem: Problem, { baseUrl, path }: ExamplePlace): ProblemDetails {
  return problemDetails(problem, { baseUrl, instance: path, requestId: exampleId(idPrefixes.request) })
}
