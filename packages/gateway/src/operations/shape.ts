import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { absenceOf } from './absence.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Definitions = Record<string, Schema>

/** Schema for the compiled writer: names and types alone, since the service makes the outputs. A value of `{}` is written as it is. */
export interface Shape {
  type?: string
  nullable?: true
  items?: Shape
  properties?: Record<string, Shape>
}

/** Maximum depth at which two alternatives are compared. */
const MOST_NESTED = 10

/** An empty registry: only the schema itself counts, not its metadata for documents. */
const metadata = z.registry<Record<string, unknown>>()

/**
 * Returns the shape of a schema, or undefined when compiled code would write a value unlike the parser's result. Throws for a type that JSON cannot
 * represent.
 */
export function shapeOfOutput(name: string, output: z.ZodType): Shape | undefined {
  const override = ({ zodSchema, jsonSchema, path }: Overridden) => {
    const { def } = zodSchema._zod
    if (def.type === 'object') jsonSchema.required = requiredOf(def.shape)
    else if (def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    else if (NOT_IN_JSON.has(def.type)) throw new Error(notInJson(name, path, def.type))
  }
  const { $defs = {}, ...root } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any', metadata, override })
  return shapeOf(root, $defs)
}

interface Overridden {
  zodSchema: z.core.$ZodTypes
  jsonSchema: Schema
  path: (string | number)[]
}

const requiredOf = (shape: z.core.$ZodShape) =>
  Object.keys(shape).filter((name) => absenceOf(shape[name]!) === 'refused')

const NOT_IN_JSON = new Set<string>([
  'bigint', 'symbol', 'undefined', 'void', 'nan', 'map', 'set', 'file', 'function', 'promise', 'transform', 'custom',
]) // prettier-ignore

function notInJson(name: string, path: readonly (string | number)[], type: string): string {
  const place = path.filter((step) => step !== 'properties').join('.') || 'as a whole'
  return `The output of ${name} (${place}) has the type ${type}, which cannot be written as JSON. Declare what is written instead, such as a string.`
}

function shapeOf(schema: Schema, definitions: Definitions, within: readonly string[] = []): Shape | undefined {
  const inner = (part: unknown) => shapeOf(part as Schema, definitions, within)
  if (schema.$ref !== undefined) return shapeOfReference(schema.$ref, definitions, within)
  if (schema.allOf || schema.prefixItems || schema.patternProperties || schema.not) return undefined
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return shapeOfUnion(alternatives, definitions, inner)
  if (schema.type === 'array')
    return withParts({ items: inner(schema.items ?? {}) }, (parts) => ({ type: 'array', ...parts }))
  if (schema.type !== 'object') return typeIn(schema)
  const parts = mapped(schema.properties ?? {}, inner)
  if (!schema.additionalProperties) return withParts(parts, (properties) => ({ type: 'object', properties }))
  // An object with additional members is written whole, so no part may have members to leave out.
  const all = { ...parts, additional: inner(schema.additionalProperties) }
  return Object.values(all).every((part) => part && isWhole(part)) ? {} : undefined
}

/** Returns the shape of one type, nullable or not; of any value when there are more types. */
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

/** Whether the members of a value tell to which of two alternatives it belongs, wherever the two write it differently. */
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

/** Returns one shape for values of two shapes, or undefined when the two would write a value differently. */
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

const joinedMember = (one: Shape | undefined, other: Shape | undefined) =>
  one && other ? joinedOf(one, other) : (one ?? other)

/** Whether `JSON.stringify` writes values of this shape in the same way. */
const isWhole = ({ properties, items }: Shape): boolean =>
  properties === undefined && (items === undefined || isWhole(items))

const mapped = <Part, Result>(parts: Record<string, Part>, map: (part: Part, name: string) => Result) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, map(part, name)]))

/** Returns a shape made of parts, or undefined when one of the parts is undefined. */
function withParts<Parts extends Record<string, Shape | undefined>>(
  parts: Parts,
  make: (parts: Record<keyof Parts, Shape>) => Shape,
): Shape | undefined {
  return Object.values(parts).includes(undefined) ? undefined : make(parts as Record<keyof Parts, Shape>)
}
