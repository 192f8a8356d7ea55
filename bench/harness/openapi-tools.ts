const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

const SCHEMAS = '#/components/schemas/'

type Json = Record<string, any>

/**
 * Returns a tool for each operation of an OpenAPI document, as converters do. Its input schema is one object with the parameters and the members of
 * the body, and the definitions that it refers to. Output schemas are left out; some converters include them.
 */
export function toolsFromOpenApi({ paths, components }: Json): Json[] {
  const operations = Object.values<Json>(paths).flatMap((path) =>
    METHODS.flatMap((method) => (path[method] ? [path[method] as Json] : [])),
  )
  return operations.map((operation) => {
    const { operationId, summary, description = '' } = operation
    return {
      name: operationId,
      description: `${summary}\n\n${description}`,
      inputSchema: inputOf(operation, components),
    }
  })
}

function inputOf({ parameters = [], requestBody }: Json, components: Json): Json {
  const resolved = (parameters as Json[]).map((one) => resolve(one, components))
  const body = bodyOf(requestBody, components)
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        resolved.map((one) => [one['name'], { ...one['schema'], description: one['description'] }]),
      ),
      ...body['properties'],
    },
    required: [...resolved.filter((one) => one['required']).map((one) => one['name']), ...(body['required'] ?? [])],
  }
  return { ...schema, ...definitionsOf(schema, components) }
}

function bodyOf(requestBody: Json | undefined, components: Json): Json {
  const [content] = Object.values<Json>(requestBody?.['content'] ?? {})
  return content ? resolve(content['schema'], components) : {}
}

/** Resolves a reference to a component of the document. Returns any other value unchanged. */
function resolve(value: Json, components: Json): Json {
  const { $ref } = value
  if (typeof $ref !== 'string') return value
  const [, , kind, name] = $ref.split('/')
  return components[kind!][name!]
}

/** Returns the schemas that a schema refers to, directly and indirectly, as `$defs`. */
function definitionsOf(schema: Json, components: Json): Json {
  const found = new Map<string, Json>()
  const waiting: Json[] = [schema]
  for (const next of waiting)
    for (const name of referencesOf(next))
      if (!found.has(name)) {
        found.set(name, components['schemas'][name])
        waiting.push(components['schemas'][name])
      }
  return found.size === 0 ? {} : { $defs: Object.fromEntries(found) }
}

const referencesOf = (schema: Json): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref]) => $ref!.slice(SCHEMAS.length))
