import type { ErrorCode, ErrorKind, Problem } from '@roster/core/contract'
import type { oas31 } from 'zod-openapi'
import { exampleDetails, type ExamplePlace, exampleProblem } from '../problems/problem-example.ts'
import { type HeaderName, headerRefs } from './headers.ts'
import { responseRef } from './shared-responses.ts'

/** Returns error responses by status, as references to the shared ones: all errors of one status are one response. */
export function problemRefs(kinds: readonly ErrorKind[], isDeprecated = false): Record<string, oas31.ReferenceObject> {
  const refs = byStatus(kinds).map((group) => [group[0]!.status, responseRef(nameOf(group), isDeprecated)])
  return Object.fromEntries(refs)
}

/** Returns the shared error responses that operations with these errors refer to. */
export function problemResponses(
  operations: readonly (readonly ErrorKind[])[],
  where: ExamplePlace,
): Record<string, oas31.ResponseObject> {
  const named = new Map(operations.flatMap(byStatus).map((group) => [nameOf(group), group]))
  const ordered = [...named].toSorted(([, a], [, b]) => a[0]!.status - b[0]!.status)
  return Object.fromEntries(ordered.map(([name, group]) => [name, problemResponse(group.map(exampleProblem), where)]))
}

/** Returns kinds of errors in groups of one status. */
function byStatus(kinds: readonly ErrorKind[]): ErrorKind[][] {
  const ordered = kinds.toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
  return Object.values(Object.groupBy(ordered, ({ status }) => status)) as ErrorKind[][]
}

/** Returns the component name of a group: `EmailTakenOrLastAdmin` for `email-taken` and `last-admin`. */
function nameOf(kinds: readonly ErrorKind[]): string {
  return kinds.map(({ code }) => capitalized(code)).join('Or')
}

const known = new Map<string, string>()

/** Returns a code in Pascal case: `EmailTaken` for `email-taken`. */
function capitalized(code: string): string {
  const found = known.get(code) ?? code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  known.set(code, found)
  return found
}

/** Headers of some errors besides those of every error. */
const HEADERS: Partial<Record<ErrorCode, HeaderName | HeaderName[]>> = {
  unauthenticated: 'WWW-Authenticate',
  'insufficient-scope': 'WWW-Authenticate',
  'unsupported-media-type': 'Accept-Patch',
  'range-not-satisfiable': 'Content-Range',
  'idempotency-in-progress': 'Retry-After',
  'export-not-ready': 'Retry-After',
  'upgrade-required': ['Upgrade', 'Sec-WebSocket-Version'],
  'rate-limited': 'Retry-After',
  unavailable: 'Retry-After',
  overloaded: 'Retry-After',
}

/** Statuses of errors that are never replayed for an idempotency key: they come before the caller is known, belong to reads, or are not stored. */
const NEVER_REPLAYED: ReadonlySet<number> = new Set([401, 403, 408, 414, 416, 426, 429, 431])

const isReplayed = ({ status }: Problem) => status < 500 && !NEVER_REPLAYED.has(status)

/** Returns the response for these problems, which all have one status. */
export function problemResponse(problems: readonly Problem[], where: ExamplePlace): oas31.ResponseObject {
  const examples = problems.map((problem) => [
    problem.code,
    { summary: problem.kind.title, value: exampleDetails(problem, where) },
  ])
  const own = problems.flatMap(({ code }) => HEADERS[code as ErrorCode] ?? [])
  if (problems.some(isReplayed)) own.push('Idempotent-Replayed')
  return {
    description: problems.map(({ kind }) => `\`${kind.code}\`: ${kind.description} ${kind.remedy}`).join('\n\n'),
    headers: headerRefs(...own, 'Cache-Control'),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}
