import type { z } from 'zod'

/** The examples that a schema gives of what it describes. */
export const examplesIn = (schema: z.ZodType): readonly unknown[] =>
  (schema.meta()?.['examples'] as readonly unknown[] | undefined) ?? []

/** The example that documents show of what a schema describes: the first it has. Throws where it has none, and says of what it is the schema. */
export function exampleOf<Schema extends z.ZodType>(schema: Schema, what = 'of a record'): z.output<Schema> {
  const { id = what } = schema.meta() ?? {}
  const [example] = examplesIn(schema)
  if (example === undefined)
    throw new Error(`The schema ${id} has no example for documents. Add one with \`.meta({ examples: [{ … }] })\`.`)
  return example as z.output<Schema>
}
