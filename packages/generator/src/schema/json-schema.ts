import { hasVaryingDefault } from '@roster/core/contract'
import { z } from 'zod'
import { exampleFault } from './example-fault.ts'
import { withoutMadeUpNames } from './made-up-names.ts'

/** The keywords of JSON Schema that generated types depend on. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  not?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  prefixItems?: Schema[]
  items?: Schema | false
  properties?: Record<string, Schema>
  propertyNames?: Schema
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

/** Whether a schema describes data that callers send or data that they receive. */
export type Direction = 'input' | 'output'

const PREFIX = '#/$defs/'

/** Returns the name of the shared schema that a schema refers to. */
export const refOf = ({ $ref }: Schema) => $ref?.slice(PREFIX.length)

/** Advice for schemas that JSON cannot represent, by their type. */
const MENDS: Record<string, string> = {
  bigint: 'Send it as a text: z.string().regex(/^\\d+$/).',
  date: 'Send it as a text: z.iso.datetime().',
  file: 'Describe a download with `fileOperation`.',
  map: 'Use z.record().',
  promise: 'Say what it resolves to.',
  set: 'Use z.array().',
  transform: 'Say what becomes of it: .pipe(z.string()).',
}

const ELSE = 'Use a schema that z.toJSONSchema knows.'

/**
 * Returns the JSON Schema of data that callers send or receive at a place, such as `the body of books.create`. Throws if JSON cannot represent the data, or if
 * the schema refuses its own examples.
 */
export function jsonSchemaOf(schema: z.ZodType, io: Direction, place: string): Schema {
  const refuse = (path: readonly (string | number)[], what: string, mend: string): never => {
    throw new Error(`In ${place}${within(path)} is ${what}. ${mend}`)
  }
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: ({ zodSchema, path, message }) =>
      refuse(path, `what JSON has no form for: ${message}`, MENDS[zodSchema._zod.def.type] ?? ELSE),
    override({ zodSchema, jsonSchema, path }) {
      const { type } = zodSchema._zod.def
      if (type === 'file' || type === 'promise') refuse(path, `a ${type}, which JSON has no form for`, MENDS[type]!)
      if (hasVaryingDefault(zodSchema)) delete jsonSchema.default
      const fault = exampleFault(zodSchema, io)
      if (fault) refuse(path, `an example that its schema refuses (${fault})`, 'Mend one of the two.')
    },
  }) as Schema
  const named = withoutMadeUpNames(json)
  return named ?? refuse([], 'a schema that holds itself and has no name', "Give it one: .meta({ id: 'Category' }).")
}

const KEYWORDS = new Set(['properties', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'additionalProperties'])

/** Returns a path in a schema as a path in its values, for messages. */
function within(path: readonly (string | number)[]): string {
  const names = path.filter((step) => !KEYWORDS.has(String(step)) && typeof step === 'string')
  const text = names.map((name) => (name === 'items' ? '[]' : `.${name}`)).join('')
  return text === '' ? '' : `, at ${text.replace(/^\./, '')},`
}
