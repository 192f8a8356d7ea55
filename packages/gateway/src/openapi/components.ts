import type { ErrorKind } from '@roster/api'
import type { oas31 } from 'zod-openapi'
import { conditionalResponses } from './responses.ts'
import { headersOf } from './headers.ts'
import { problemResponses } from './problems.ts'
import { headerParameters } from './request-headers.ts'
import type { Guarded } from './security.ts'
import { webhookParameters } from './webhooks.ts'

/** Gives a document the shared headers, parameters and answers that its operations refer to. `errors` are theirs. */
export function addComponents(
  document: oas31.OpenAPIObject,
  errors: readonly ErrorKind[][],
  { baseUrl, naming, access }: Guarded,
): void {
  const components = document.components!
  const responses = { ...conditionalResponses(baseUrl), ...problemResponses(errors, baseUrl) }
  components.responses = referred(document, 'responses', responses)
  components.parameters = referred(document, 'parameters', { ...headerParameters, ...webhookParameters })
  components.headers = referred(document, 'headers', headersOf(naming, access))
}

function referred<Part>(
  document: oas31.OpenAPIObject,
  kind: string,
  parts: Record<string, Part>,
): Record<string, Part> {
  const text = JSON.stringify(document)
  const used = Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`))
  return Object.fromEntries(used)
}
