import { z } from 'zod'

/** Types whose values have members by name, which a list is none of. */
const OF_MEMBERS: ReadonlySet<string> = new Set(['object', 'record', 'intersection'])

/** Returns the parts of a value that its schema declares, at every depth and unchanged. Undefined gives the schema's default. */
export function narrowed(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined) return z.safeParse(schema, value).data
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { _zod } = schema as z.core.$ZodTypes
  const { def } = _zod
  if (Array.isArray(value) && OF_MEMBERS.has(def.type)) return value
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
      return chosenOf(optionsFor(def, value), value)
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

/**
 * Returns the parts of a value that the first option declares which accepts it, as a parser would choose; where none does, of the first that accepts
 * what it declares of it, since an option may refuse other members. Returns the value where no option fits.
 */
function chosenOf(options: readonly z.core.$ZodType[], value: object): unknown {
  const chosen = options.find((option) => accepts(option, value))
  if (chosen) return narrowed(chosen, value)
  for (const option of options) {
    const part = partAccepted(option, value)
    if (part !== undefined) return part
  }
  return value
}

/** The options of a choice that can have this value, by the member that tells them apart, if there is one. */
function optionsFor(def: z.core.$ZodUnionDef & { discriminator?: string }, value: object): readonly z.core.$ZodType[] {
  const { options, discriminator } = def
  if (discriminator === undefined) return options
  const told = (value as Record<string, z.core.util.Primitive>)[discriminator]
  return options.filter(({ _zod }) => _zod.propValues?.[discriminator]?.has(told) ?? true)
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  try {
    return z.safeParse(schema, value).success
  } catch {
    // A check is asynchronous.
    return false
  }
}

/** Returns what a schema declares of a value, if it accepts that; otherwise undefined. */
function partAccepted(schema: z.core.$ZodType, value: object): unknown {
  try {
    const part = narrowed(schema, value)
    return z.safeParse(schema, part).success ? part : undefined
  } catch {
    return undefined
  }
}
