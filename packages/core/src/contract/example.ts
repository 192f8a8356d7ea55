import type { z } from 'zod'

/** Returns the examples in the metadata of a schema. */
export const examplesIn = (schema: z.ZodType): readonly unknown[] =>
  (schema.meta()?.['examples'] as readonly unknown[] | undefined) ?? []

/** Returns the first example of a schema, which documents show. Throws an `Error` with the name of the schema, or else `what`, when there is none. */
export function exampleOf<Schema extends z.ZodType>(schema: Schema, what = 'of a record'): z.output<Schema> {
  const { id = what } = schema.meta() ?? {}
  const [example] = examplesIn(schema)
  if (example === undefined)
    throw new Error(`The schema ${id} has no example for documents. Add one with \`.meta({ examples: [{ … }] })\`.`)
  return example as z.output<Schema>
}
