import type { AnyOperation, FileOperation } from '@roster/core/contract'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { type HeaderName, headerRefs } from './headers.ts'

export const isFile = (operation: AnyOperation): operation is FileOperation => 'media' in operation

/** The bytes of a file, which have no form that a schema could tell. */
const bytes = { type: 'string', format: 'binary', maxLength: Number.MAX_SAFE_INTEGER } as const

/** What a download answers with when all is well: the whole file, or a range of it. Both have these headers. */
export function fileResponses({ media }: FileOperation, names: readonly HeaderName[]): ZodOpenApiResponsesObject {
  const content = Object.fromEntries(Object.entries(media).map(([type, example]) => [type, { schema: bytes, example }]))
  return {
    200: { description: 'The whole file.', headers: headerRefs(...names), content },
    206: { description: 'The range that was asked for.', headers: headerRefs('Content-Range', ...names), content },
  }
}
