import { z } from 'zod'
import { hasVaryingDefault } from './varying-default.ts'

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
type Overridden = Parameters<Override>[0]

/** A part of JSON Schema that a schema says of itself in place of its own, as an object or by a function. */
type Said = object | ((context: Overridden & { io: Direction }) => void)

/** Whether a schema is of what is sent or of what is answered. */
export type Direction = 'input' | 'output'

/**
 * The JSON Schema of any schema of an operation: a date is a text, `override` counts for types that JSON has not, and a default that varies is left out.
 * `change` has the last word on each part.
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
