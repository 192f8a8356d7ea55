import { comment } from '../text/words.ts'
import { refOf, type Schema } from './json-schema.ts'

const SCALARS: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Returns a schema as a TypeScript type. Shared schemas are named. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return refOf(schema)!
  if (schema.not) return 'never'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  // For texts and numbers, `allOf` says nothing about the type.
  if (schema.allOf && !schema.type) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return schema.prefixItems ? tupleOf(schema) : `(${typeOf(schema.items || {})})[]`
  if (schema.type === 'object') return objectOf(schema)
  return SCALARS[schema.type ?? ''] ?? 'unknown'
}

function tupleOf({ prefixItems = [], items, minItems = 0 }: Schema): string {
  const first = prefixItems.map((item, index) => `(${typeOf(item)})${index < minItems ? '' : '?'}`)
  const rest = items ? [`...(${typeOf(items)})[]`] : []
  return `[${[...first, ...rest].join(', ')}]`
}

function objectOf(schema: Schema): string {
  const { properties, propertyNames, additionalProperties, required = [] } = schema
  if (properties) return `{\n${membersOf(schema)}}`
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  const key = propertyNames ? keyOf(propertyNames) : 'string'
  if (key !== 'string') return `{ [Name in ${key}]${required.length > 0 ? '' : '?'}: ${value} }`
  // A recursive type cannot refer to itself through `Record`.
  return /^\w+$/.test(value) && !isReference(additionalProperties)
    ? `Record<string, ${value}>`
    : `{ [name: string]: ${value} }`
}

const isReference = (schema: Schema['additionalProperties']) => typeof schema === 'object' && schema.$ref !== undefined

/** Returns the type of a record's names: the listed ones, or `string`. */
function keyOf(names: Schema): string {
  const options = names.anyOf ?? names.oneOf
  if (options) return options.map(keyOf).join(' | ')
  return names.enum || 'const' in names || names.$ref ? typeOf(names) : 'string'
}

/** Returns the code of an object's members, each with its doc comment. */
export function membersOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    return `${comment(describe(schema))}${key}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}\n`
  })
  const others = additionalProperties ? ['[name: string]: unknown\n'] : []
  return [...members, ...others].join('')
}

/** Returns the meaning of a value, its range and its default. */
export function describe(schema: Schema): string {
  const { description = '', default: fallback } = schema
  const says = (word: string) => description.toLowerCase().includes(word)
  const hasDefault = ['string', 'number', 'boolean'].includes(typeof fallback) && !says('default')
  const parts = [description, formatOf(schema), rangeOf(schema), hasDefault && `Default: ${fallback as string}.`]
  return parts.filter(Boolean).join(' ')
}

const formatOf = ({ format, anyOf = [] }: Schema) =>
  [format, ...anyOf.map((option) => option.format)].includes('date-time') && 'ISO 8601 in UTC.'

function rangeOf(schema: Schema): string | undefined {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  return (
    range(minLength, maxLength, ' characters') ?? range(minItems, maxItems, ' entries') ?? range(minimum, maximum, '')
  )
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  const isBounded = to !== undefined && to < Number.MAX_SAFE_INTEGER
  const begins = from !== undefined && from !== 0 && from > Number.MIN_SAFE_INTEGER
  if (!isBounded) return begins ? `At least ${from.toLocaleString('en')}${unit}.` : undefined
  const last = `${to.toLocaleString('en')}${unit}`
  if (from === to) return `Exactly ${last}.`
  return from === undefined ? `At most ${last}.` : `${from.toLocaleString('en')} to ${last}.`
}
