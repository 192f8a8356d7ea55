import type { z } from 'zod'

/** The parts of an operation's definition that hold input members. */
const PLACES = ['params', 'query', 'body'] as const

type Sent = { readonly [Place in (typeof PLACES)[number]]?: z.core.$ZodShape | undefined }

/** Returns whether a value is a zod schema. */
export const isSchema = (given: unknown): given is z.core.$ZodType =>
  typeof given === 'object' && given !== null && '_zod' in given

/** Throws an `Error` unless each input member has a schema and a unique name: RPC sends parameters and body members as one object. */
export function requireMembers(place: string, spec: Sent): void {
  const places = new Map<string, string>()
  for (const one of PLACES) {
    if (isSchema(spec[one]))
      throw new Error(`${place} has a schema for its \`${one}\`. Give it the members of that, each with a schema.`)
    for (const [name, schema] of Object.entries(spec[one] ?? {})) {
      if (!isSchema(schema))
        throw new Error(
          `${place} has ${name} in its \`${one}\`, which is no schema. Give it one, such as \`z.string()\`.`,
        )
      requireWhole(`${place} has ${name} in its \`${one}\``, schema)
      const other = places.get(name)
      if (other)
        throw new Error(`${place} has ${name} in its \`${other}\` and in its \`${one}\`. Call one of them otherwise.`)
      places.set(name, one)
    }
  }
}

/** Throws an `Error` for a schema of zod/mini, which has no metadata. */
function requireWhole(what: string, schema: z.core.$ZodType): void {
  if (!('meta' in schema)) throw new Error(`${what} by a schema of zod/mini. Take one of zod.`)
}

/** Throws an `Error` when a given output is no schema, such as an object of members. */
export function requireOutput(place: string, output: unknown): void {
  if (output !== undefined && !isSchema(output))
    throw new Error(`${place} has an \`output\` that is no schema. Make it one, such as \`z.object({ … })\`.`)
  if (output !== undefined) requireWhole(`${place} has an \`output\``, output)
}
