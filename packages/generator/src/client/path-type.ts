import { refOf, type Schema } from '../schema/json-schema.ts'
import { typeOf } from '../schema/types.ts'

/** Types of which text in an address can be a value. */
const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean'])

type Shared = Readonly<Record<string, Schema>> | undefined

/** The type of a parameter of a path: what text in an address can stand for, of all that its schema takes. Shared schemas are named. */
export function pathTypeOf(schema: Schema, shared: Shared): string {
  const name = refOf(schema)
  if (name !== undefined && isScalar(shared?.[name])) return name
  const types = optionsOf(schema, shared).filter(isScalar).map(typeOf)
  return types.length > 0 ? [...new Set(types)].join(' | ') : 'string'
}

/** What a schema takes, each a constant or of one type, whatever shared schemas are called. */
function optionsOf(schema: Schema, shared: Shared): Schema[] {
  const name = refOf(schema)
  if (name !== undefined) return optionsOf(shared?.[name] ?? {}, shared)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap((option) => optionsOf(option, shared))
  if (schema.enum) return schema.enum.map((value) => ({ const: value }))
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/** Whether text can stand for every value. */
function isScalar({ enum: values, type, ...schema }: Schema = {}): boolean {
  if (values) return !values.includes(null)
  return 'const' in schema ? schema.const !== null : typeof type === 'string' && SCALARS.has(type)
}

/** Whether every value of a schema can be passed where one for a parameter of a path is asked for. */
export function isPassed(given: Schema, parameter: Schema, shared: Shared): boolean {
  const taken = new Set(optionsOf(parameter, shared).map(typeOf))
  const isText = (type: string) => type === 'string' || type.startsWith('"')
  const isTaken = (type: string) => taken.has(type) || (isText(type) && taken.has('string'))
  return optionsOf(given, shared).every((option) => isScalar(option) && isTaken(typeOf(option)))
}
