import type { FileOperation } from '@roster/core/contract'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { type HeaderName, headerRefs } from './headers.ts'

/** Schema of a file's bytes, whose content no schema can describe. */
const bytes = { type: 'string', format: 'binary', maxLength: Number.MAX_SAFE_INTEGER } as const

/** Returns the success responses of a download: the whole file, or a range of it, both with these headers. */
export function fileResponses({ media }: FileOperation, names: readonly HeaderName[]): ZodOpenApiResponsesObject {
  const content = Object.fromEntries(Object.entries(media).map(([type, example]) => [type, { schema: bytes, example }]))
  return {
    200: { description: 'The whole file.', headers: headerRefs(...names), content },
    206: { description: 'The range that was asked for.', headers: headerRefs('Content-Range', ...names), content },
  }
}
