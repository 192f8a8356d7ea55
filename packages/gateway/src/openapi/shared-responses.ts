import type { oas31 } from 'zod-openapi'
import { headers } from './headers.ts'

type Responses = Record<string, oas31.ResponseObject>

/** Headers that announce the end of an operation. A refusal that comes before the operation is known has none of them. */
const ANNOUNCING = ['Deprecation', 'Sunset', 'Link'] as const

const LINK = {
  description: 'Where the page on the deprecation is (RFC 8288).',
  example: '<https://example.com/changes>; rel="deprecation"; type="text/html"',
}

const componentOf = (name: string) => `${name}OfRefusal`

/** Headers of refusals that announce the end of an operation, by the names of their components. */
export const announcements: Record<string, oas31.HeaderObject> = Object.fromEntries(
  ANNOUNCING.map((name) => [componentOf(name), { ...headers[name], ...(name === 'Link' && LINK), required: false }]),
)

const announcementRefs = Object.fromEntries(
  ANNOUNCING.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]),
)

const nameFor = (name: string, isDeprecated: boolean) => (isDeprecated ? `Deprecated${name}` : name)

/** Returns a reference to a shared response. Deprecated operations refer to a variant of it with the announcing headers. */
export const responseRef = (name: string, isDeprecated: boolean): oas31.ReferenceObject => ({
  $ref: `#/components/responses/${nameFor(name, isDeprecated)}`,
})

/** Returns the shared responses, and their variants for deprecated operations. */
export function withDeprecated(responses: Responses): Responses {
  const deprecated = Object.entries(responses).map(([name, response]) => [
    nameFor(name, true),
    { ...response, headers: { ...announcementRefs, ...response.headers } },
  ])
  return { ...responses, ...Object.fromEntries(deprecated) }
}
