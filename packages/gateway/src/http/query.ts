import { fault, invalid } from '@roster/core'
import { type Fault, Problem } from '@roster/core/contract'
import { faultsIn } from '@roster/core/server'
import { z } from 'zod'
import { TEXT_FORMS } from './text-forms.ts'

type Value = string | number | boolean
type Values = Record<string, Value>

/**
 * Returns a function that reads the text of a parameter as its schema says. Text that stands for no such value stays text, for the schema to refuse.
 * All text stays text where the schema takes any string. The schema is analyzed with the first text.
 */
export function textReader(parameters: z.ZodType): (name: string, text: string) => Value {
  let types: ReadonlyMap<string, readonly string[]> | undefined
  return (name, text) => {
    types ??= typesIn(parameters)
    const all = types.get(name) ?? ['string']
    const isValue = !all.includes('string') && all.some((type) => TEXT_FORMS[type]?.test(text))
    return isValue ? (JSON.parse(text) as Value) : text
  }
}

type Schema = z.core.JSONSchema.BaseSchema

/** Returns the JSON Schema types of parameters, by name. */
function typesIn(parameters: z.ZodType): Map<string, string[]> {
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' })
  return new Map(membersOf(schema).map(([name, member]) => [name, typesOf(member, schema.$defs)]))
}

/** Returns the types that a schema takes; `string` only when the schema takes strings beyond those that it lists. */
function typesOf(schema: Schema, shared: Schema['$defs'] = {}): string[] {
  const { $ref, anyOf, oneOf, type = 'string' } = schema
  if ($ref !== undefined) return typesOf(shared[$ref.replace('#/$defs/', '')] as Schema, shared)
  const options = anyOf ?? oneOf
  if (options) return options.flatMap((option) => typesOf(option, shared))
  const listed = 'const' in schema ? [schema.const] : schema.enum
  return listed?.map((value) => typeof value).filter((one) => one !== 'string') ?? [type].flat()
}

/** Returns the members of an object's schema, and of all parts of an intersection. */
function membersOf({ properties = {}, allOf = [] }: Schema): [name: string, schema: Schema][] {
  return [...(Object.entries(properties) as [string, Schema][]), ...allOf.flatMap((part) => membersOf(part))]
}

/**
 * Returns a function that reads a query string: numbers and booleans as the schema says, all else as text.
 * The schemas of the contract are left alone, so that RPC callers cannot send text for numbers. Throws `invalid-parameters` when a parameter comes
 * twice, or belongs in the path.
 */
export function queryReader(parameters: z.ZodType, pathNames: readonly string[] = []): (url: string) => Values {
  const read = textReader(parameters)
  return (url) => {
    const start = url.indexOf('?')
    if (start === -1) return {}
    const values: Values = {}
    const faults: Fault[] = []
    for (const [name, text] of pairs(url.slice(start + 1))) {
      if (Object.hasOwn(values, name)) faults.push(fault('parameters', [name], 'repeated', 'must be given once'))
      else if (pathNames.includes(name)) faults.push(fault('parameters', [name], 'unknown-parameter', IN_PATH))
      else if (name === 'version' && text !== '1') faults.push(OTHER_VERSION)
      Object.defineProperty(values, name, {
        value: read(name, text),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    delete values['version']
    if (faults.length > 0) throw invalid('parameters', [...faults, ...otherFaults(parameters, values, faults)])
    return values
  }
}

/** Fault of a `version` other than 1. `?version=1` repeats what the path says. */
const OTHER_VERSION = fault('parameters', ['version'], 'invalid-value', 'must be 1, the only version there is')

/** Message for a path parameter that the query has as well. */
const IN_PATH = 'is not a parameter of this operation'

/**
 * Returns the schema's faults in a query besides the known ones, so that all are reported at once. Leaves out missing parameters, since path
 * parameters are not in a query.
 */
function otherFaults(parameters: z.ZodType, values: Values, known: readonly Fault[]): Fault[] {
  if (!(parameters instanceof z.ZodObject)) return []
  const { error } = parameters.safeParse(values, { reportInput: true })
  const fields = new Set(known.map(({ field }) => field))
  const found = error ? faultsIn(error, 'parameters') : []
  return found.filter(({ field, code }) => code !== 'required' && !fields.has(field))
}

function* pairs(query: string): Generator<[name: string, value: string]> {
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    yield equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Problem(
      'invalid-parameters',
      'The query string has a percent-encoding that is no UTF-8. Encode it again.',
    )
  }
}
