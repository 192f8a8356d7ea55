import { type AnyOperation, isFile, isStream } from '@roster/core/contract'
import type { oas31, ZodOpenApiResponsesObject } from 'zod-openapi'
import { preconditionFailed } from '../http/preconditions.ts'
import { fileResponses } from './file.ts'
import { type HeaderName, headerRefs } from './headers.ts'
import type { ExamplePlace } from '../problems/problem-example.ts'
import { problemResponse } from './problems.ts'
import { responseRef } from './shared-responses.ts'
import type { Traits } from './traits.ts'

/** Headers of a success, with the trait of the operations that have them. */
const SUCCESS_HEADERS: readonly [HeaderName, keyof Traits][] = [
  ['Location', 'hasLocation'],
  ['Link', 'hasLinks'],
  ['ETag', 'hasTag'],
  ['Last-Modified', 'hasLastModified'],
  ['Cache-Control', 'hasBody'],
  ['Retry-After', 'hasRetryAfter'],
  ['Set-Cookie', 'setsCookie'],
  ['Accept-Ranges', 'isFile'],
  ['Content-Disposition', 'isFile'],
  ['Idempotent-Replayed', 'takesKey'],
  ['Deprecation', 'isDeprecated'],
  ['Sunset', 'isDeprecated'],
]

/** Responses to conditional requests, with the trait of the operations that have them. */
const CONDITIONAL: readonly [status: 304 | 412, component: string, keyof Traits][] = [
  [304, 'NotModified', 'isConditionalRead'],
  [412, 'PreconditionFailed', 'isConditional'],
]

/** Returns the success responses of an operation. */
export function successResponses(operation: AnyOperation, traits: Traits): ZodOpenApiResponsesObject {
  const names = SUCCESS_HEADERS.filter(([, trait]) => traits[trait]).map(([name]) => name)
  if (isFile(operation)) return fileResponses(operation, names)
  const headers = headerRefs(...names)
  const { status, output } = operation
  if (!output) return { [status]: { description: 'Done. There is no body.', headers } }
  const content = { [isStream(operation) ? 'text/event-stream' : 'application/json']: { schema: output } }
  return { [status]: { description: output.description ?? 'Done.', headers, content } }
}

/** Returns the responses to conditional requests (RFC 9110, section 13), as references to the shared ones. */
export function conditionalRefs(traits: Traits): ZodOpenApiResponsesObject {
  const having = CONDITIONAL.filter(([, , trait]) => traits[trait])
  return Object.fromEntries(having.map(([status, name]) => [status, responseRef(name, traits.isDeprecated)]))
}

/** Returns the shared responses to conditional requests. */
export function conditionalResponses(where: ExamplePlace): Record<string, oas31.ResponseObject> {
  return {
    NotModified: {
      description: 'The copy that the caller has is current. There is no body.',
      headers: headerRefs('ETag', 'Cache-Control'),
    },
    PreconditionFailed: problemResponse([preconditionFailed()], where),
  }
}
