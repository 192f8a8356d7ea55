import { type AnyOperation, bodyComponent, errorsOf, isScope, type Readers, readersOf } from '@roster/core/contract'
import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { bodyTypes } from '../http/body.ts'
import { conditionalRefs, successResponses } from './responses.ts'
import { problemRefs } from './problems.ts'
import { sharedParameterRefs } from './parameters.ts'
import { securityOf, type SecuritySchemes } from './security.ts'
import { traitsOf } from './traits.ts'

/** Returns the operations of the contract as paths of the document. Reads their schemas and never changes them. */
export function pathsOf(operations: readonly AnyOperation[], schemes: SecuritySchemes): ZodOpenApiPathsObject {
  const readers = readersOf(operations)
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: documented(operation, readers, schemes),
    }
  return paths
}

function documented(operation: AnyOperation, readers: Readers, schemes: SecuritySchemes): ZodOpenApiOperationObject {
  const traits = traitsOf(operation, readers, schemes)
  const [resource = ''] = operation.name.split('.')
  return {
    operationId: operation.name,
    tags: [resource],
    ...(operation.deprecated && { deprecated: true }),
    summary: operation.summary,
    description: descriptionOf(operation),
    security: securityOf(operation, schemes),
    requestParams: parametersOf(operation),
    parameters: sharedParameterRefs(traits),
    ...requestBodyOf(operation),
    responses: {
      ...successResponses(operation, traits),
      ...conditionalRefs(traits),
      ...problemRefs(errorsOf(operation), traits.isDeprecated),
    },
  }
}

function descriptionOf({ description, scope }: AnyOperation): string {
  return isScope(scope) ? `${description}\n\nNeeds the scope \`${scope}\`.` : description
}

function parametersOf({ parameters, pathNames }: AnyOperation): { path: z.ZodObject; query: z.ZodObject } {
  const entries = Object.entries(parameters.shape)
  return {
    path: z.object(Object.fromEntries(entries.filter(([name]) => pathNames.includes(name)))),
    query: z.object(Object.fromEntries(entries.filter(([name]) => !pathNames.includes(name)))),
  }
}

function requestBodyOf({ name, method, summary, body, example }: AnyOperation): Partial<ZodOpenApiOperationObject> {
  if (!body) return {}
  const isShown = example !== undefined
  const description = `${summary}: what to send.`
  const schema = body.meta({ id: bodyComponent(name), description, ...(isShown && { examples: [example] }) })
  const content = Object.fromEntries(bodyTypes(method).map((type) => [type, { schema, ...(isShown && { example }) }]))
  return { requestBody: { required: true, content } }
}
