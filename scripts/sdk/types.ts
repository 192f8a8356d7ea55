import { comment } from './words.ts'

/** As much of JSON Schema as the contract makes use of. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  default?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

const PREFIX = '#/$defs/'

/** Shared schemas that say less than a type that was written by hand, and the name of that type. */
export const WRITTEN: Readonly<Record<string, string>> = { Actor: 'Actor', Event: 'RosterEvent' }

/** Name of the shared schema that a schema refers to. */
export const refOf = ({ $ref }: Schema) => $ref?.slice(PREFIX.length)

const SCALARS: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** A schema as a TypeScript type. Shared schemas are named. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return WRITTEN[refOf(schema)!] ?? refOf(schema)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object') return objectOf(schema)
  return SCALARS[schema.type ?? ''] ?? 'unknown'
}

function objectOf(schema: Schema): string {
  if (schema.properties) return `{\n${membersOf(schema)}}`
  const { additionalProperties } = schema
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

/** The members of an object, each with its documentation. */
export function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
    return `${comment(describe(schema))}${key}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}\n`
  })
  return members.join('')
}

/** What a value means, the range it may have, and its default. */
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
  if (!isBounded) return from ? `At least ${from.toLocaleString('en')}${unit}.` : undefined
  const last = `${to.toLocaleString('en')}${unit}`
  if (from === to) return `Exactly ${last}.`
  return from === undefined ? `At most ${last}.` : `${from.toLocaleString('en')} to ${last}.`
}
