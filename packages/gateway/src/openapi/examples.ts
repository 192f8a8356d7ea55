import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject | oas31.ReferenceObject
type Schemas = Record<string, Schema>

const PREFIX = '#/components/schemas/'

/**
 * Returns an example of a schema: its own, or one made of the examples of its parts. Returns undefined when a part has none. `around` names the
 * shared schemas that contain the schema.
 */
function exampleOf(schema: Schema, schemas: Schemas, around: readonly string[] = []): unknown {
  if ('examples' in schema) return schema.examples?.[0]
  if (schema.$ref) return exampleOfShared(schema.$ref.slice(PREFIX.length), schemas, around)
  const { type, anyOf, items, properties = {} } = schema as oas31.SchemaObject
  if (anyOf) return exampleOf(anyOf[0]!, schemas, around)
  if (type === 'array' && items) return complete([exampleOf(items, schemas, around)])
  if (type !== 'object') return undefined
  const values = complete(Object.values(properties).map((part) => exampleOf(part, schemas, around)))
  return values && Object.fromEntries(Object.keys(properties).map((name, index) => [name, values[index]]))
}

/** Returns an example of a shared schema. A schema that contains itself has no example but its own. */
function exampleOfShared(name: string, schemas: Schemas, around: readonly string[] = []): unknown {
  const schema = schemas[name]
  return schema && !around.includes(name) ? exampleOf(schema, schemas, [...around, name]) : undefined
}

const complete = (values: unknown[]) => (values.includes(undefined) ? undefined : values)

/** Adds an example to each shared schema that has none. */
export function addSchemaExamples(schemas: Schemas): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const example = exampleOfShared(name, schemas)
    if (example !== undefined) Object.assign(schema, { examples: [example] })
  }
}

/** Adds an example to the media type of a response; one for each schema where the response has several. */
export function addMediaExamples(media: oas31.MediaTypeObject, schemas: Schemas): void {
  const { anyOf = [] } = media.schema as oas31.SchemaObject
  const forms = anyOf.flatMap(({ $ref }) => ($ref ? [$ref.slice(PREFIX.length)] : []))
  const example = exampleOf(media.schema!, schemas)
  if (forms.length > 1)
    media.examples = Object.fromEntries(forms.map((name) => [name, { value: exampleOfShared(name, schemas) }]))
  else if (example !== undefined) media.example = example
}

/**
 * Moves the examples of a parameter's schema to the parameter itself, and removes the schema's description. The API reference fills in the examples
 * of required parameters; `x-disabled` keeps it from sending those of optional ones, which together would find nothing.
 */
export function withExample(parameter: oas31.ParameterObject): oas31.ParameterObject {
  const { examples, ...schema } = parameter.schema as oas31.SchemaObject
  delete schema.description
  if (!examples) return { ...parameter, schema }
  const example = { value: examples[0], ...(!parameter.required && { 'x-disabled': true }) }
  return { ...parameter, schema, examples: { example } }
}
