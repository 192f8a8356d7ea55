import { z } from 'zod'

/** Schemas that are another one with something besides. */
const WRAPPERS = new Set(['optional', 'nullable', 'nonoptional', 'readonly'])

interface Definition extends z.core.$ZodTypeDef {
  innerType?: z.ZodType
  /** It is read anew each time. */
  readonly defaultValue?: unknown
}

const isDefault = ({ type }: Definition) => type === 'default' || type === 'prefault'

/** The same schema, but that nothing takes the place of an absent value where it is made optional. */
export function withoutDefault(schema: z.ZodType): z.ZodType {
  const definition: Definition = schema._zod.def
  const { type, innerType, checks = [] } = definition
  if (innerType && isDefault(definition))
    return saidOf(schema, withoutDefault(innerType).check(...(checks as z.core.$ZodCheck<unknown>[])))
  // One that lies deeper, as in a pipe, is not asked for what is absent.
  if (!innerType || !WRAPPERS.has(type)) return schema._zod.optin === 'defaulted' ? z.nonoptional(schema) : schema
  const inner = withoutDefault(innerType)
  return inner === innerType
    ? schema
    : saidOf(schema, z.core.clone(schema, { ...definition, innerType: inner } as never))
}

/** Reads what takes the place of an absent member; undefined where nothing does. */
export function defaultOf(member: z.ZodType): (() => unknown) | undefined {
  const read = () => member.safeParse(undefined).data
  try {
    return read() === undefined ? undefined : read
  } catch {
    // A check takes nothing for a value, or one is asynchronous.
    return undefined
  }
}

/** A schema of which the same is said as of another one, but for its name. */
function saidOf(other: z.ZodType, schema: z.ZodType): z.ZodType {
  const { id: _, ...meta } = other.meta() ?? {}
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta)
}
