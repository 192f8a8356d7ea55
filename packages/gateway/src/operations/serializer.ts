import { isDeepStrictEqual } from 'node:util'
import { type AnyOperation, hasVaryingDefault } from '@roster/core/contract'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'
import { keeperOf } from './kept.ts'
import { isPlain } from './plain-schema.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Definitions = Record<string, Schema>

/** What the compiled writer is told of a schema: names and types, since outputs are made by us. `{}` is written as it is. */
interface Shape {
  type?: string
  nullable?: true
  default?: unknown
  items?: Shape
  properties?: Record<string, Shape>
}

export type Serialize = (output: unknown) => string

/** How deep two alternatives are compared. */
const MOST_NESTED = 10

/** Compiled once a schema: operations share outputs, and every protocol writes them. */
const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Returns a function that writes outputs of an operation as their schema's parser returns them: with the members that it declares, and no
 * others. It is compiled when it is called first; what compiled code would write in another way it gives to the parser, and throws what that refuses, by the names
 * of the members. Undefined where there is no output.
 * Throws for a type that JSON has not, such as a bigint.
 */
export function serializerOf({ name, output }: AnyOperation): Serialize | undefined {
  if (!output) return undefined
  const serialize = compiled.get(output) ?? compile(name, output)
  compiled.set(output, serialize)
  return serialize
}

/** Whether outputs of a schema are written by compiled code. */
export function isCompiled(output: z.ZodType): boolean {
  return shapeOfOutput('', output) !== undefined && keeperOf(output) !== undefined
}

function compile(name: string, output: z.ZodType): Serialize {
  if (!isPlain(output)) shapeOfOutput(name, output)
  let write: Serialize | undefined
  return (value) => (write ??= written(name, output))(value)
}

function written(name: string, output: z.ZodType): Serialize {
  const shape = shapeOfOutput(name, output)
  const isKept = shape && keeperOf(output)
  const parsed: Serialize = (value) => JSON.stringify(parse(name, output, value))
  if (!isKept) return parsed
  const write = fastJsonStringify(shape as never) as Serialize
  return (value) => (isKept(value) ? write(value) : parsed(value))
}

function parse(name: string, output: z.ZodType, value: unknown): unknown {
  const { data, error } = output.safeParse(value)
  if (!error) return data
  const faults = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new Error(`The output of ${name} is not as its schema says (${faults.join('; ')}). Change one of the two.`)
}

function shapeOfOutput(name: string, output: z.ZodType): Shape | undefined {
  const override = ({ zodSchema, jsonSchema, path }: Overridden) => {
    const { type } = zodSchema._zod.def
    if (hasVaryingDefault(zodSchema)) jsonSchema.not = {}
    else if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    else if (NOT_IN_JSON.has(type)) throw new Error(notInJson(name, path, type))
  }
  const { $defs = {}, ...root } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any', override })
  return shapeOf(root, $defs)
}

interface Overridden {
  zodSchema: z.core.$ZodTypes
  jsonSchema: Schema
  path: (string | number)[]
}

const NOT_IN_JSON = new Set<string>([
  'bigint', 'symbol', 'undefined', 'void', 'nan', 'map', 'set', 'file', 'function', 'promise', 'transform', 'custom',
]) // prettier-ignore

function notInJson(name: string, path: readonly (string | number)[], type: string): string {
  const place = path.filter((step) => step !== 'properties').join('.') || 'as a whole'
  return `The output of ${name} (${place}) has the type ${type}, which cannot be written as JSON. Declare what is written instead, such as a string.`
}

/** Undefined for what compiled code would not write as the parser returns it. */
function shapeOf(schema: Schema, definitions: Definitions, within: readonly string[] = []): Shape | undefined {
  const inner = (part: unknown) => shapeOf(part as Schema, definitions, within)
  if (schema.$ref !== undefined) return shapeOfReference(schema.$ref, definitions, within)
  if (schema.allOf || schema.prefixItems || schema.not) return undefined
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return shapeOfUnion(alternatives, definitions, inner)
  const known = schema.default === undefined ? {} : { default: schema.default }
  if (schema.type === 'array')
    return withParts({ items: inner(schema.items ?? {}) }, (parts) => ({ type: 'array', ...parts, ...known }))
  if (schema.type !== 'object') return { ...typeIn(schema), ...known }
  const parts = mapped(schema.properties ?? {}, inner)
  if (!schema.additionalProperties) return withParts(parts, (properties) => ({ type: 'object', properties, ...known }))
  // It is written whole, so that nothing in it may have members to leave out.
  const all = { ...parts, additional: inner(schema.additionalProperties) }
  return Object.values(all).every((part) => part && isWhole(part)) ? known : undefined
}

/** One type, which null may be beside; any value where there are more. */
function typeIn({ type = [] }: Schema): Shape {
  const [one, ...more] = [type].flat().filter((name) => name !== 'null')
  if (one === undefined || more.length > 0) return {}
  return Array.isArray(type) && type.length > 1 ? { type: one, nullable: true } : { type: one }
}

function shapeOfReference(reference: string, definitions: Definitions, within: readonly string[]): Shape | undefined {
  const definition = definitions[nameOf(reference)]
  if (!definition || within.includes(reference)) return undefined
  return shapeOf(definition, definitions, [...within, reference])
}

const nameOf = (reference: string) => reference.replace('#/$defs/', '')

function resolved(schema: Schema, definitions: Definitions): Schema {
  return schema.$ref === undefined ? schema : (definitions[nameOf(schema.$ref)] ?? schema)
}

function shapeOfUnion(
  alternatives: readonly Schema[],
  definitions: Definitions,
  inner: (part: unknown) => Shape | undefined,
): Shape | undefined {
  const others = alternatives.filter(({ type }) => type !== 'null')
  const pairs = others.flatMap((one, index) => others.slice(index + 1).map((other) => [one, other] as const))
  if (!pairs.every(([one, other]) => isToldFrom(one, other, definitions))) return undefined
  const shapes = others.map(inner)
  const joined = shapes.reduce((one, other) => one && other && joinedOf(one, other))
  const isNullable = others.length < alternatives.length && joined?.type !== undefined
  return joined && isNullable ? { ...joined, nullable: true } : joined
}

/** Whether the members of a value say to which of two alternatives it belongs, wherever that matters to how it is written. */
function isToldFrom(one: Schema, other: Schema, definitions: Definitions, depth = 0): boolean {
  const [left, right] = [resolved(one, definitions), resolved(other, definitions)]
  if (isDeepStrictEqual(left, right)) return true
  if (left.type !== right.type || left.type === undefined || depth > MOST_NESTED) return false
  const isTold = (a: unknown, b: unknown) => isToldFrom(a as Schema, b as Schema, definitions, depth + 1)
  if (left.type === 'array') return isTold(left.items ?? {}, right.items ?? {})
  if (left.type !== 'object') return true
  const [members, others] = [left.properties ?? {}, right.properties ?? {}]
  const names = Object.keys(members)
  const common = names.filter((name) => name in others)
  const areAlike = common.length === names.length && common.length === Object.keys(others).length
  if (!areAlike && !(hasOwn(left, others) && hasOwn(right, members))) return false
  return common.every((name) => isTold(members[name], others[name]))
}

/** Whether an alternative requires a member that the other one does not declare. */
const hasOwn = ({ required = [] }: Schema, others: object) => required.some((name) => !(name in others))

/** One shape for values of two; undefined where a value would not be written alike by both. */
function joinedOf(one: Shape, other: Shape): Shape | undefined {
  const nullable = (one.nullable ?? other.nullable) && { nullable: true as const }
  if (one.properties && other.properties) {
    const members = { ...one.properties, ...other.properties }
    const parts = mapped(members, (_, name) => joinedMember(one.properties![name], other.properties![name]))
    return withParts(parts, (properties) => ({ type: 'object', properties, ...nullable }))
  }
  const isAlike = isDeepStrictEqual({ ...one, nullable }, { ...other, nullable })
  return isAlike ? { ...one, ...nullable } : undefined
}

function joinedMember(one: Shape | undefined, other: Shape | undefined): Shape | undefined {
  if (one && other) return joinedOf(one, other)
  const only = one ?? other
  // It would be written into values of the alternative that does not declare it.
  return only?.default === undefined ? only : undefined
}

/** Whether `JSON.stringify` writes a value of this shape alike. */
function isWhole({ properties, items, ...shape }: Shape): boolean {
  return properties === undefined && shape.default === undefined && (items === undefined || isWhole(items))
}

const mapped = <Part, Result>(parts: Record<string, Part>, map: (part: Part, name: string) => Result) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, map(part, name)]))

/** Makes a shape of parts; undefined where one of them is. */
function withParts<Parts extends Record<string, Shape | undefined>>(
  parts: Parts,
  make: (parts: Record<keyof Parts, Shape>) => Shape,
): Shape | undefined {
  return Object.values(parts).includes(undefined) ? undefined : make(parts as Record<keyof Parts, Shape>)
}
