import type { z } from 'zod'
import type { AnySchema } from '../contract/operation.ts'

/** What the definitions of schemas that are made of others hold. */
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

/** The type of a schema, and what it is made of. */
export const definitionOf = (schema: AnySchema) => (schema as z.core.$ZodTypes)._zod.def as Definition

/** A part of a schema, and the members that lead to it. */
export type Part = readonly [path: string, schema: AnySchema]

/** What a schema is made of, by its type. */
export type PartsByType = Readonly<Record<string, Parts>>
type Parts = (definition: Definition) => readonly (AnySchema | null | undefined)[]

const inner: Parts = ({ innerType }) => [innerType]

/** What schemas are made of as callers send it. A function before a schema takes anything, so that the schema says what is sent. */
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

/** What they are made of, sent and answered. */
export const ALL: PartsByType = { ...SENT, pipe: ({ in: before, out }) => [before, out] }

/** Adds a schema and all that it is made of, by default as callers send it, to what was found, each once. */
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
