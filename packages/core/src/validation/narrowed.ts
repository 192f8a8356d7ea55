import { z } from 'zod'

/** Returns the parts of a value that its schema declares, at every depth and unchanged. Undefined gives the schema's default. */
export function narrowed(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined) return z.safeParse(schema, value).data
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { _zod } = schema as z.core.$ZodTypes
  const { def } = _zod
  switch (def.type) {
    case 'object':
      return { ...othersOf(def, value), ...membersOf(Object.entries(def.shape), value) }
    case 'array':
      return Array.isArray(value) ? value.map((one) => narrowed(def.element, one)) : value
    case 'tuple':
      return Array.isArray(value) ? value.map((one, index) => partOf(def.items[index] ?? def.rest, one)) : value
    case 'record':
      return membersOf(
        Object.keys(value).map((name) => [name, def.valueType]),
        value,
      )
    case 'union':
      return chosenOf(def.options, value)
    case 'intersection':
      return { ...(narrowed(def.left, value) as object), ...(narrowed(def.right, value) as object) }
    case 'pipe':
      return narrowed(def.out._zod.def.type === 'transform' ? def.in : def.out, value)
    case 'lazy':
      return narrowed(def.getter(), value)
    default:
      return partOf('innerType' in def ? def.innerType : undefined, value)
  }
}

const partOf = (schema: z.core.$ZodType | null | undefined, value: unknown) =>
  schema ? narrowed(schema, value) : value

const membersOf = (members: readonly (readonly [string, z.core.$ZodType])[], value: object) =>
  Object.fromEntries(
    members.map(([name, member]) => [name, narrowed(member, (value as Record<string, unknown>)[name])]),
  )

/** The members of an object that its schema accepts without naming them. */
const othersOf = ({ catchall }: z.core.$ZodObjectDef, value: object) =>
  catchall && catchall._zod.def.type !== 'never' ? value : {}

/** Returns the parts of a value that the first option declares which accepts them; the value where none does. */
function chosenOf(options: readonly z.core.$ZodType[], value: unknown): unknown {
  const all = options.map((option) => narrowed(option, value))
  const chosen = options.findIndex((option, nth) => accepts(option, all[nth]))
  return chosen === -1 ? value : all[chosen]
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  try {
    return z.safeParse(schema, value).success
  } catch {
    // A check is asynchronous.
    return false
  }
}
