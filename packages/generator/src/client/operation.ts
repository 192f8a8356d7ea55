import {
  type AnyOperation,
  cursorNameOf,
  bodyComponent,
  isFile,
  isStream,
  listedIn,
  namesIn,
  type Resource,
  unnamed,
  wholeOf,
} from '@roster/core/contract'
import type { z } from 'zod'
import { isPassed, pathTypeOf } from './path-type.ts'
import type { Records } from '../schema/records.ts'
import { jsonSchemaOf, refOf, type Schema } from '../schema/json-schema.ts'
import { typeOf } from '../schema/types.ts'
import { waitsOf } from '../schema/waits.ts'
import { typeName } from '../text/words.ts'

/** An operation with everything that its method is written from. */
export interface Described {
  operation: AnyOperation
  /** Name of the method. */
  name: string
  /** Path parameters with their names in the API, in the order of the path. */
  ids: [name: string, schema: Schema, type: string][]
  query: Schema | undefined
  body: Schema | undefined
  /** Type of the response; undefined for lists and downloads, and when there is no body. */
  output: string | undefined
  /** For a list: the type of its records, the type of a selection of their members, and the parameter that takes a cursor. */
  list: { of: string; selected: string | undefined; cursor: 'cursor' | 'after' } | undefined
  isFile: boolean
  /** Whether the operation changes a record that another operation reads at the same path, so that requests can be conditional. */
  isChange: boolean
  /** How to wait for a final record; undefined if the record is always final or cannot be read again, or if another operation has the name of the method. */
  wait: Wait | undefined
}

/** How to read a record again until it is final. */
export interface Wait {
  /** Statuses that are not final. */
  unfinished: string[]
  /** Name of the method that reads the record. */
  read: string
  /** Members of the record that are the method's path parameters, in their order. */
  ids: string[]
  /** Whether the method takes a query. No parameter of the query is required. */
  takesQuery: boolean
}

/** Returns the operations of a resource that have a method: procedures, REST-only operations and downloads. Streams have none, since callers follow them. */
export function operationsOf({ operations, rest, files }: Resource): AnyOperation[] {
  return Object.values({ ...operations, ...rest, ...files }).filter((operation) => !isStream(operation))
}

/** Returns the schemas that callers receive, for responses and the data of events, each with a name for errors. */
export function outputsOf(resource: Resource): [schema: z.ZodType, place: string][] {
  const answers = operationsOf(resource).flatMap(({ name, output }) =>
    output ? [[output, `the output of ${name}`] as [z.ZodType, string]] : [],
  )
  const events = Object.entries(resource.events).map(
    ([name, { data }]) => [data, `the event ${name}`] as [z.ZodType, string],
  )
  return [...answers, ...events]
}

/** Returns an operation with everything that its method is written from. */
export function described(operation: AnyOperation, resource: Resource, records: Records, module: string): Described {
  const given = records.schemaOf(operation.parameters, 'input', module, `the parameters of ${operation.name}`)
  const parameters = Object.entries(given.properties ?? {})
  const rest = parameters.filter(([name]) => !operation.pathNames.includes(name))
  const output =
    operation.output && records.schemaOf(operation.output, 'output', module, `the output of ${operation.name}`)
  const list = output && listOf(output, operation, rest, records, module)
  return {
    operation,
    name: methodName(operation),
    ids: idsOf(operation, given),
    query: rest.length > 0 ? queryOf(operation, rest, list !== undefined) : undefined,
    body: bodyOf(operation, records, module),
    output: output && !list ? typeOf(output) : undefined,
    list,
    isFile: isFile(operation),
    isChange: ['PUT', 'PATCH', 'DELETE'].includes(operation.method) && isReadAt(operation.path, operationsOf(resource)),
    wait: output && waitOf(operation, output, operationsOf(resource)),
  }
}

/** Returns the path parameters, in the order of the path. */
function idsOf({ path }: AnyOperation, { properties = {}, $defs }: Schema): Described['ids'] {
  return namesIn(path).map((name) => {
    const schema = properties[name] ?? {}
    return [name, schema, pathTypeOf(schema, $defs)]
  })
}

/** Returns the schema of the body with the operation's example. */
function bodyOf({ name, body, example }: AnyOperation, records: Records, module: string): Schema | undefined {
  const shown = example === undefined ? body : body?.meta({ examples: [example] })
  return shown && records.schemaOf(shown, 'input', module, `the body of ${name}`)
}

const isReadAt = (path: string, operations: AnyOperation[]) =>
  operations.some((other) => other.method === 'GET' && other.path === path)

/** Whether a parameter is required. */
const isRequiredIn =
  ({ parameters }: AnyOperation) =>
  (name: string) =>
    !parameters.shape[name]!.safeParse(undefined).success

/** Returns the schema of the query. A list has no `page`: methods read by cursor, and numbered pages are left to `request`. */
function queryOf(operation: AnyOperation, entries: [string, Schema][], isList: boolean): Schema {
  const shown = entries.filter(([name]) => !isList || name !== 'page')
  return {
    type: 'object',
    properties: Object.fromEntries(shown),
    required: shown.map(([name]) => name).filter(isRequiredIn(operation)),
  }
}

/** Returns what a list needs, or undefined: only a GET that takes a cursor can be read page by page. */
function listOf(
  output: Schema,
  operation: AnyOperation,
  query: [string, Schema][],
  records: Records,
  module: string,
): Described['list'] {
  const shared = output.$defs ?? {}
  const resolved = (schema: Schema) => shared[refOf(schema) ?? ''] ?? schema
  const page = [output, ...(output.anyOf ?? [])]
    .map(resolved)
    .find(({ properties = {} }) => 'next_cursor' in properties)
  const item = page?.properties?.['data']?.items || undefined
  const names = new Set(query.map(([name]) => name))
  const cursor = cursorNameOf(Object.fromEntries(query))
  if (!item || !cursor || operation.method !== 'GET') return undefined
  const name = refOf(item)
  const record = listedIn(operation.output)
  const isSelection = name !== undefined && record !== undefined && wholeOf(record) !== record
  const of = isSelection ? records.declareWhole(name, recordOf(resolved(item), record), module) : typeOf(item)
  const selected = names.has('fields') && isSelection ? selectionOf(of, resolved(item)) : undefined
  return { of, selected, cursor }
}

/** Returns the schema of the whole record of a selection. Every member is required, except those that the record may lack. */
function recordOf(selection: Schema, { shape }: z.ZodObject): Schema {
  const members = Object.entries(shape) as [string, Optional][]
  const isThere = ({ _zod }: Optional) => _zod.optout !== 'optional' || _zod.def.innerType?._zod.optout !== 'optional'
  return { ...selection, required: members.filter(([, member]) => isThere(member)).map(([name]) => name) }
}

type Optional = z.ZodType & { _zod: { def: { innerType?: z.ZodType } } }

/** Returns the type of a record in which only the identifying members are required. */
const selectionOf = (record: string, { required = [] }: Schema) =>
  required[0] === 'id'
    ? `Selected<${record}>`
    : `Selected<${record}, ${required.map((name) => `'${name}'`).join(' | ')}>`

/** Returns how to wait for the record that an operation has begun, or undefined. */
function waitOf(operation: AnyOperation, output: Schema, all: AnyOperation[]): Wait | undefined {
  const { method, location = '' } = operation
  const unfinished = waitsOf(operation).map(([status]) => status)
  const reader = all.find(
    (other) => other.method === 'GET' && other.output && unnamed(other.path) === unnamed(location),
  )
  if (method !== 'POST' || unfinished.length === 0 || !reader) return undefined
  if (all.some((other) => methodName(other) === waitingName(methodName(operation)))) return undefined
  const query = Object.keys(reader.parameters.shape).filter((name) => !reader.pathNames.includes(name))
  if (query.some(isRequiredIn(reader)) || !isReadBy(reader, location, output)) return undefined
  return { unfinished, read: methodName(reader), ids: namesIn(location), takesQuery: query.length > 0 }
}

/** Whether a record always has a status and the members in its location, in types that the reader's path takes. */
function isReadBy(reader: AnyOperation, location: string, output: Schema): boolean {
  const taken = jsonSchemaOf(reader.parameters, 'input', `the parameters of ${reader.name}`)
  const shared = { ...taken.$defs, ...output.$defs }
  const { properties: members = {}, required = [] } = shared[refOf(output) ?? ''] ?? output
  const names = namesIn(reader.path)
  const isSaid = (member: string, as: Schema = {}) =>
    required.includes(member) && isPassed(members[member] ?? {}, as, shared)
  return (
    isSaid('status', { type: 'string' }) &&
    namesIn(location).every((member, index) => isSaid(member, taken.properties?.[names[index]!]))
  )
}

const methodName = ({ name }: AnyOperation) => name.split('.')[1]!

/** Returns the name of the method that calls another one and waits until its record is final. */
export const waitingName = (method: string) => `${method}AndWait`

/** Returns the name of a body's type, such as `UsersCreateBody`. The OpenAPI document has the same name. */
export const bodyType = ({ operation }: Described) => bodyComponent(operation.name)

export const queryType = ({ operation }: Described) => `${typeName(operation.name)}Query`
