import { type AnyOperation, type ErrorKind, problemDetailsSchema } from '@roster/core/contract'
import { headerBreaches } from './documented-headers.ts'
import { escaped, resolved, schemaChecker } from './openapi.ts'

export interface SentResponse {
  status: number
  headers: Record<string, unknown>
  body: string
}

/** Returns the responses that a document lists for an operation, by status. */
export function documentedResponses(document: any, { path, method }: Place): Record<string, any> {
  const { responses } = document.paths[path][method.toLowerCase()]
  return Object.fromEntries(Object.entries(responses).map(([status, part]) => [status, resolved(document, [part])[0]]))
}

/** Returns the code of a problem, or undefined when the body is not a problem. */
export const codeOf = ({ body, headers }: SentResponse): string | undefined =>
  mediaOf(headers) === 'application/problem+json' ? JSON.parse(body).code : undefined

/** Path and method under which a document describes an operation, or a request that is no operation. */
export type Place = Pick<AnyOperation, 'path' | 'method'>

/**
 * Returns a function that lists how a response differs from the document: status, headers, media type, body, and for a problem its form
 * (RFC 9457) and whether its code is documented. An empty list means no difference. `errors` are all kinds of errors.
 */
export function responseChecker(
  document: object,
  errors: readonly ErrorKind[],
): (operation: Place, answer: SentResponse) => string[] {
  const breaches = schemaChecker(document)
  const problems = problemDetailsSchema(errors, '/')
  return (operation, answer) => {
    const documented = documentedResponses(document, operation)[answer.status]
    if (!documented) return [`${answer.status} is not listed`]
    const ofHeaders = headerBreaches(document, documented.headers, answer.headers, breaches)
    return [...ofHeaders, ...bodyBreaches(operation, answer, documented)]
  }

  function bodyBreaches({ path, method }: Place, answer: SentResponse, documented: any): string[] {
    const { status, headers, body } = answer
    const media = mediaOf(headers)
    if (!documented.content) return body === '' ? [] : [`${status} is listed without a body`]
    if (!(media in documented.content)) return [`${media} is not listed for ${status}`]
    if (status >= 400) {
      const { data: problem, error } = problems.safeParse(JSON.parse(body))
      if (!problem) return [`the problem is malformed: ${error.message}`]
      return problemBreaches(answer, problem, Object.keys(documented.content[media].examples))
    }
    if (media !== 'application/json') return []
    const pointer = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}/content/${escaped(media)}/schema`
    return breaches(pointer, JSON.parse(body))
  }
}

const mediaOf = (headers: SentResponse['headers']) => String(headers['content-type']).split(';')[0]!

function problemBreaches(
  { status, headers }: SentResponse,
  problem: { code: string; status: number; type: string; request_id: string },
  codes: string[],
): string[] {
  const rules = {
    [`${status} does not show ${problem.code}`]: codes.includes(problem.code),
    [`the body says ${problem.status}`]: problem.status === status,
    [`${problem.type} is not the page of ${problem.code}`]: problem.type.endsWith(`/errors/${problem.code}`),
    [`the request is ${problem.request_id} in the body alone`]:
      problem.request_id === headers['x-request-id'] || 'idempotent-replayed' in headers,
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}
