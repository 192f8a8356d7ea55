import type { ErrorKind } from '@roster/core/contract'
import type { oas31 } from 'zod-openapi'
import { conditionalResponses } from './responses.ts'
import type { ExampleAddresses } from '../operations/example-addresses.ts'
import { headersOf } from './headers.ts'
import { problemResponses } from './problems.ts'
import { sharedParameters } from './parameters.ts'
import { announcements, withDeprecated } from './shared-responses.ts'
import type { Guarded } from './security.ts'
import { webhookParameters } from './webhooks.ts'

/** Adds to a document the shared headers, parameters and responses that its operations refer to. `errors` are the errors of the operations. */
export function addComponents(
  document: oas31.OpenAPIObject,
  errors: readonly ErrorKind[][],
  { naming, access }: Guarded,
  examples: ExampleAddresses,
): void {
  const components = document.components!
  const references = new Set<string>()
  addReferences(document, references)
  const responses = { ...conditionalResponses(examples), ...problemResponses(errors, examples) }
  components.responses = referred(references, 'responses', withDeprecated(responses))
  addReferences(components.responses, references)
  components.parameters = referred(references, 'parameters', { ...sharedParameters, ...webhookParameters })
  components.headers = referred(references, 'headers', { ...headersOf(naming, access, examples), ...announcements })
}

/** Adds the references in a part of a document to `references`. */
function addReferences(part: unknown, references: Set<string>): void {
  if (typeof part !== 'object' || part === null) return
  if ('$ref' in part) references.add(part.$ref as string)
  for (const inner of Object.values(part)) addReferences(inner, references)
}

function referred<Part>(
  references: ReadonlySet<string>,
  kind: string,
  parts: Record<string, Part>,
): Record<string, Part> {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => references.has(`#/components/${kind}/${name}`)))
}
