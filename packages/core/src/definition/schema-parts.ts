import type { z } from 'zod'
import type { AnySchema } from '../contract/operation.ts'

/** The members of a zod definition that hold other schemas. */
interface Definition {
  type: string
  coerce?: boolean
  shape?: Readonly<Record<string, AnySchema>>
  catchall?: AnySchema
  element?: AnySchema
  innerType?: AnySchema
  options?: readonly AnySchema[]
  items?: readonly AnySchema[]
  rest?: AnySchema | null
  left?: AnySchema
  right?: AnySchema
  keyType?: AnySchema
  valueType?: AnySchema
  in?: AnySchema
  out?: AnySchema
  getter?: () => AnySchema
}

/** Returns the zod definition of a schema: its type and its parts. */
export const definitionOf = (schema: AnySchema) => (schema as z.core.$ZodTypes)._zod.def as Definition

/** A part of a schema, and the members that lead to it. */
export type Part = readonly [path: string, schema: AnySchema]

/** Functions that return the parts of a schema, by the type of the schema. */
export type PartsByType = Readonly<Record<string, Parts>>
type Parts = (definition: Definition) => readonly (AnySchema | null | undefined)[]

const inner: Parts = ({ innerType }) => [innerType]

/** The parts of schemas that describe what callers send. A transform before a schema takes any value, so that the schema after it says what is sent. */
const SENT: PartsByType = {
  array: ({ element }) => [element],
  tuple: ({ items = [], rest }) => [...items, rest],
  record: ({ keyType, valueType }) => [keyType, valueType],
  union: ({ options = [] }) => options,
  intersection: ({ left, right }) => [left, right],
  pipe: ({ in: before, out }) => [before && definitionOf(before).type === 'transform' ? out : before],
  lazy: ({ getter }) => [getter?.()],
  optional: inner,
  nonoptional: inner,
  nullable: inner,
  default: inner,
  prefault: inner,
  catch: inner,
  readonly: inner,
}

/** The parts of schemas that describe what callers send and what the service answers. */
export const ALL: PartsByType = { ...SENT, pipe: ({ in: before, out }) => [before, out] }

/** Adds a schema and all its parts to `found`, each once; by default only the parts that describe what callers send. */
export function addParts(schema: AnySchema, path: string, seen: Set<AnySchema>, found: Part[], parts = SENT): void {
  if (seen.has(schema)) return
  seen.add(schema)
  found.push([path, schema])
  const definition = definitionOf(schema)
  const { type, shape, catchall } = definition
  for (const name in shape) addParts(shape[name]!, path === '' ? name : `${path}.${name}`, seen, found, parts)
  if (catchall) addParts(catchall, path, seen, found, parts)
  for (const part of parts[type]?.(definition) ?? []) if (part) addParts(part, path, seen, found, parts)
}
