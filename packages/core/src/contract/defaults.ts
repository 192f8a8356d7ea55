import { z } from 'zod'

/** Schemas that are another one with something besides. */
const WRAPPERS = new Set(['optional', 'nullable', 'nonoptional', 'readonly'])

interface Definition extends z.core.$ZodTypeDef {
  innerType?: z.ZodType
  /** It is read anew each time. */
  readonly defaultValue?: unknown
}

const isDefault = ({ type }: Definition) => type === 'default' || type === 'prefault'

/** The same schema, but that nothing takes the place of an absent value. */
export function withoutDefault(schema: z.ZodType): z.ZodType {
  const definition: Definition = schema._zod.def
  const { type, innerType, checks = [] } = definition
  if (!innerType) return schema
  const inner = withoutDefault(innerType)
  if (isDefault(definition)) return saidOf(schema, inner.check(...(checks as z.core.$ZodCheck<unknown>[])))
  if (!WRAPPERS.has(type) || inner === innerType) return schema
  return saidOf(schema, z.core.clone(schema, { ...definition, innerType: inner } as never))
}

/** Reads what takes the place of an absent value; undefined where nothing does. */
export function defaultOf(schema: z.ZodType): (() => unknown) | undefined {
  const definition: Definition = schema._zod.def
  const { type, innerType } = definition
  if (isDefault(definition)) return () => definition.defaultValue
  return innerType && WRAPPERS.has(type) ? defaultOf(innerType) : undefined
}

/** A schema of which the same is said as of another one, but for its name. */
function saidOf(other: z.ZodType, schema: z.ZodType): z.ZodType {
  const { id: _, ...meta } = other.meta() ?? {}
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta)
}
