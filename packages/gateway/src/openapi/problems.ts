import { type ErrorCode, errors, type Problem } from '@roster/api'
import type { oas31 } from 'zod-openapi'
import { exampleDetails, exampleProblem } from '../problems/problem-example.ts'
import { type HeaderName, headerRefs } from './headers.ts'

/** Error answers by status, as references to the shared ones: all errors of one status are one response. */
export function problemRefs(codes: readonly ErrorCode[]): Record<string, oas31.ReferenceObject> {
  const refs = byStatus(codes).map((group) => [
    errors[group[0]!].status,
    { $ref: `#/components/responses/${nameOf(group)}` },
  ])
  return Object.fromEntries(refs)
}

/** The shared error answers that operations with these errors refer to. */
export function problemResponses(
  operations: readonly (readonly ErrorCode[])[],
  baseUrl: string,
): Record<string, oas31.ResponseObject> {
  const groups = operations.flatMap(byStatus).sort((a, b) => position(a) - position(b))
  return Object.fromEntries(groups.map((group) => [nameOf(group), problemResponse(group.map(exampleProblem), baseUrl)]))
}

const TABLE = Object.keys(errors) as ErrorCode[]

const position = ([first]: ErrorCode[]) => TABLE.indexOf(first!)

/** Codes in groups of one status, each in the order of the table. */
function byStatus(codes: readonly ErrorCode[]): ErrorCode[][] {
  const ordered = TABLE.filter((code) => codes.includes(code))
  return Object.values(Object.groupBy(ordered, (code) => errors[code].status))
}

/** `['email-taken', 'last-admin']` is `EmailTakenOrLastAdmin`. */
function nameOf(codes: readonly ErrorCode[]): string {
  return codes.map((code) => code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('Or')
}

/** Headers that errors have beside those of every error. */
const HEADERS: Partial<Record<ErrorCode, HeaderName>> = {
  unauthenticated: 'WWW-Authenticate',
  'insufficient-scope': 'WWW-Authenticate',
  'unsupported-media-type': 'Accept-Patch',
  'range-not-satisfiable': 'Content-Range',
  'idempotency-in-progress': 'Retry-After',
  'export-not-ready': 'Retry-After',
  'upgrade-required': 'Upgrade',
  'rate-limited': 'Retry-After',
  unavailable: 'Retry-After',
  overloaded: 'Retry-After',
}

/** The answer that these problems, all of one status, are. */
export function problemResponse(problems: readonly Problem[], baseUrl: string): oas31.ResponseObject {
  const examples = problems.map((problem) => [
    problem.code,
    { summary: errors[problem.code].title, value: exampleDetails(problem, baseUrl) },
  ])
  const own = problems.flatMap(({ code }) => HEADERS[code] ?? [])
  return {
    description: problems
      .map(({ code }) => `\`${code}\`: ${errors[code].description} ${errors[code].remedy}`)
      .join('\n\n'),
    headers: headerRefs(...own, 'Cache-Control'),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}
