import { examplesIn } from '@roster/core/contract'
import type { z } from 'zod'

/** Returns the example in the contract, or one made of the examples of the schema's parts. A schema within itself gives null or an empty list. */
export function exampleOf(schema: z.ZodType, around: readonly z.ZodType[] = []): unknown {
  const [example] = examplesIn(schema)
  if (example !== undefined) return example
  if (around.includes(schema)) return null
  const within = (part: z.ZodType) => exampleOf(part, [...around, schema])
  const { type, shape, element, innerType, options, values } = schema._zod.def as unknown as Parts
  if (type === 'object')
    return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, within(member)]))
  if (type === 'array') return around.includes(element) ? [] : [within(element)]
  if (type === 'union') return within(options.at(-1)!)
  if (type === 'literal') return values[0]
  return innerType ? within(innerType) : null
}

/** Parts of a schema's definition, by its type. */
interface Parts {
  type: string
  shape: Record<string, z.ZodType>
  element: z.ZodType
  innerType?: z.ZodType
  options: z.ZodType[]
  values: unknown[]
}
