import { z } from 'zod'

/** Schemas that are another one with something besides. */
const WRAPPERS = new Set(['optional', 'nullable', 'nonoptional', 'readonly'])

type Definition = z.core.$ZodTypeDef & { innerType?: z.ZodType }

/** The same schema, but that nothing takes the place of an absent value. */
export function withoutDefault(schema: z.ZodType): z.ZodType {
  const definition: Definition = schema._zod.def
  const { type, innerType, checks = [] } = definition
  if (!innerType) return schema
  const inner = withoutDefault(innerType)
  if (type === 'default' || type === 'prefault')
    return saidOf(schema, inner.check(...(checks as z.core.$ZodCheck<unknown>[])))
  if (!WRAPPERS.has(type) || inner === innerType) return schema
  return saidOf(schema, z.core.clone(schema, { ...definition, innerType: inner } as never))
}

/** A schema of which the same is said as of another one, but for its name. */
function saidOf(other: z.ZodType, schema: z.ZodType): z.ZodType {
  const { id: _, ...meta } = other.meta() ?? {}
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta)
}
