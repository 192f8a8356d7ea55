import type { z } from 'zod'

/** Types that JSON has, and those that say nothing of it. */
const LEAVES = new Set(['string', 'number', 'boolean', 'null', 'enum', 'literal', 'unknown', 'any', 'never'])

/** What the definitions of schemas that are made of others hold. */
interface Parts {
  type: string
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

const inner = ({ innerType }: Parts) => [innerType!]

/** The parts of schemas that JSON has whenever it has these. */
const PARTS: Record<string, (definition: Parts) => z.core.$ZodType[]> = {
  object: ({ shape = {}, catchall }) => [...Object.values(shape), ...(catchall ? [catchall] : [])],
  array: ({ element }) => [element!],
  nullable: inner,
  optional: inner,
  nonoptional: inner,
  default: inner,
  readonly: inner,
  union: ({ options = [] }) => options,
}

const known = new WeakMap<z.core.$ZodType, boolean>()

/** Whether it is plain that JSON has every type in a schema. It may have them, where it is not: that takes a closer look, which costs more. */
export function isPlain(schema: z.core.$ZodType): boolean {
  const found = known.get(schema)
  if (found !== undefined) return found
  // What a schema holds of itself is looked at closely.
  known.set(schema, false)
  const definition = schema._zod.def as Parts
  const plain = LEAVES.has(definition.type) || (PARTS[definition.type]?.(definition).every(isPlain) ?? false)
  known.set(schema, plain)
  return plain
}
