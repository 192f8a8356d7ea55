import {
  type ErrorCode,
  type ErrorKind,
  type Fault,
  fault,
  invalid,
  Problem,
  type ProblemDetails,
  problemDetails,
} from '@roster/api'

const FAULTS: Partial<Record<ErrorCode, ['parameters' | 'body', Fault]>> = {
  'invalid-parameters': ['parameters', fault('parameters', ['limit'], 'too-large', 'must be at most 100')],
  'validation-failed': ['body', fault('body', ['email'], 'required', 'is required')],
}

/** One occurrence of an error, for documentation. */
export function exampleProblem(kind: ErrorKind): Problem {
  const [where, found] = FAULTS[kind.code as ErrorCode] ?? []
  return where && found ? invalid(where, [found]) : new Problem(kind)
}

/** How a problem looks to a caller, for documentation. */
export function exampleDetails(problem: Problem, baseUrl: string): ProblemDetails {
  return problemDetails(problem, { baseUrl, instance: '/v1/users', requestId: 'req_01KAJQ7W5M8XV2R4T6Y9B3D501' })
}
