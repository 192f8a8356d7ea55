import { z } from 'zod'
import { hasVaryingDefault } from './varying-default.ts'

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
type Overridden = Parameters<Override>[0]

/** JSON Schema keywords from a schema's metadata that replace its own, as an object or as a function that sets them. */
type Said = object | ((context: Overridden & { io: Direction }) => void)

/** Whether a schema describes what callers send (`input`) or what the service answers (`output`). */
export type Direction = 'input' | 'output'

/**
 * Returns the JSON Schema of any schema of an operation. A date is a text, `override` in the metadata describes types that JSON lacks, and a default that
 * varies is left out. `change` runs last on each part.
 */
export function jsonFormOf(
  schema: z.ZodType,
  io: Direction,
  change: Override = () => {},
): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override(context) {
      const { zodSchema, jsonSchema } = context
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (hasVaryingDefault(zodSchema)) delete jsonSchema.default
      replace(context, io)
      change(context)
    },
  })
}

function replace(context: Overridden, io: Direction): void {
  const said = z.globalRegistry.get(context.zodSchema)?.['override'] as Said | undefined
  if (typeof said === 'function') said({ ...context, io })
  else Object.assign(context.jsonSchema, said)
  delete context.jsonSchema['override']
}
