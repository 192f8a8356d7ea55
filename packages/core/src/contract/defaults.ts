import { z } from 'zod'

/** Types of schemas that wrap another schema. */
const WRAPPERS = new Set(['optional', 'nullable', 'nonoptional', 'readonly'])

interface Definition extends z.core.$ZodTypeDef {
  innerType?: z.ZodType
  /** Each access evaluates the default anew. */
  readonly defaultValue?: unknown
}

const isDefault = ({ type }: Definition) => type === 'default' || type === 'prefault'

/** Returns a schema without its default, so that an absent value stays absent where the schema is made optional. */
export function withoutDefault(schema: z.ZodType): z.ZodType {
  const definition: Definition = schema._zod.def
  const { type, innerType, checks = [] } = definition
  if (innerType && isDefault(definition))
    return saidOf(schema, withoutDefault(innerType).check(...(checks as z.core.$ZodCheck<unknown>[])))
  // A default that lies deeper, as in a pipe, must not apply to an absent value.
  if (!innerType || !WRAPPERS.has(type)) return schema._zod.optin === 'defaulted' ? z.nonoptional(schema) : schema
  const inner = withoutDefault(innerType)
  return inner === innerType
    ? schema
    : saidOf(schema, z.core.clone(schema, { ...definition, innerType: inner } as never))
}

/** Returns a function that reads the default of a member, or undefined when the member has none. */
export function defaultOf(member: z.ZodType): (() => unknown) | undefined {
  const read = () => member.safeParse(undefined).data
  try {
    return read() === undefined ? undefined : read
  } catch {
    // A check takes the absent value for a value and throws, or a check is asynchronous.
    return undefined
  }
}

/** Returns a schema with the metadata of another one, except for its `id`. */
function saidOf(other: z.ZodType, schema: z.ZodType): z.ZodType {
  const { id: _, ...meta } = other.meta() ?? {}
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta)
}
