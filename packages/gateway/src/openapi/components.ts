import type { ErrorKind } from '@roster/core/contract'
import type { oas31 } from 'zod-openapi'
import { conditionalResponses } from './responses.ts'
import type { ExampleAddresses } from '../operations/example-addresses.ts'
import { headersOf } from './headers.ts'
import { problemResponses } from './problems.ts'
import { headerParameters } from './request-headers.ts'
import type { Guarded } from './security.ts'
import { webhookParameters } from './webhooks.ts'

/** Gives a document the shared headers, parameters and answers that its operations refer to. `errors` are theirs. */
export function addComponents(
  document: oas31.OpenAPIObject,
  errors: readonly ErrorKind[][],
  { naming, access }: Guarded,
  examples: ExampleAddresses,
): void {
  const components = document.components!
  const responses = { ...conditionalResponses(examples), ...problemResponses(errors, examples) }
  components.responses = referred(document, 'responses', responses)
  components.parameters = referred(document, 'parameters', { ...headerParameters, ...webhookParameters })
  components.headers = referred(document, 'headers', headersOf(naming, access, examples))
}

function referred<Part>(
  document: oas31.OpenAPIObject,
  kind: string,
  parts: Record<string, Part>,
): Record<string, Part> {
  const references = JSON.stringify(document).match(new RegExp(`(?<="#/components/${kind}/)[^"]+`, 'g'))
  const used = new Set(references)
  return Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(name)))
}
