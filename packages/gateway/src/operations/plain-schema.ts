import type { z } from 'zod'

/** Types that JSON can represent, and types that do not restrict their values. */
const LEAVES = new Set(['string', 'number', 'boolean', 'null', 'enum', 'literal', 'unknown', 'any', 'never'])

/** Definition of a schema that is made of other schemas. */
interface Parts {
  type: string
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

const inner = ({ innerType }: Parts) => [innerType!]

/** Functions that return the parts of a schema, by type. JSON can represent such a schema when it can represent the parts. */
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

/** Whether a quick look shows that JSON can represent every type in a schema. False leaves it open: then a closer look, which costs more, is needed. */
export function isPlain(schema: z.core.$ZodType): boolean {
  const found = known.get(schema)
  if (found !== undefined) return found
  // A schema that contains itself needs the closer look.
  known.set(schema, false)
  const definition = schema._zod.def as Parts
  const plain = LEAVES.has(definition.type) || (PARTS[definition.type]?.(definition).every(isPlain) ?? false)
  known.set(schema, plain)
  return plain
}
