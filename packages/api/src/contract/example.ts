import type { z } from 'zod'

/** The example that documents show of what a schema describes: the first it has. */
export function exampleOf<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const { examples = [] } = schema.meta() ?? {}
  return examples[0] as z.output<Schema>
}
