import { refOf, type Schema } from '../schema/json-schema.ts'
import { typeOf } from '../schema/types.ts'

/** Types whose values can be written as text in an address. */
const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean'])

type Shared = Readonly<Record<string, Schema>> | undefined

/** Returns the type of a path parameter: the values of its schema that can be written as text in an address. Shared schemas are named. */
export function pathTypeOf(schema: Schema, shared: Shared): string {
  const name = refOf(schema)
  if (name !== undefined && isScalar(shared?.[name])) return name
  const types = optionsOf(schema, shared).filter(isScalar).map(typeOf)
  return types.length > 0 ? [...new Set(types)].join(' | ') : 'string'
}

/** Returns the alternatives of a schema, each a constant or of one type, with shared schemas resolved. */
function optionsOf(schema: Schema, shared: Shared): Schema[] {
  const name = refOf(schema)
  if (name !== undefined) return optionsOf(shared?.[name] ?? {}, shared)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap((option) => optionsOf(option, shared))
  if (schema.enum) return schema.enum.map((value) => ({ const: value }))
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/** Whether every value of a schema can be written as text in an address. */
function isScalar({ enum: values, type, ...schema }: Schema = {}): boolean {
  if (values) return !values.includes(null)
  return 'const' in schema ? schema.const !== null : typeof type === 'string' && SCALARS.has(type)
}

/** Whether every value of a schema can be passed as a path parameter. */
export function isPassed(given: Schema, parameter: Schema, shared: Shared): boolean {
  const taken = new Set(optionsOf(parameter, shared).map(typeOf))
  const isText = (type: string) => type === 'string' || type.startsWith('"')
  const isTaken = (type: string) => taken.has(type) || (isText(type) && taken.has('string'))
  return optionsOf(given, shared).every((option) => isScalar(option) && isTaken(typeOf(option)))
}
