import { z } from 'zod'

/** How a parser handles a missing member of an object: leaves it out, refuses the object, or fills in a value. */
export type Absence = 'kept' | 'refused' | 'filled'

/** Results by schema, since a schema is part of many others. */
const known = new WeakMap<z.core.$ZodType, Absence>()

export function absenceOf(member: z.core.$ZodType): Absence {
  const absence = known.get(member) ?? found(member)
  known.set(member, absence)
  return absence
}

function found(member: z.core.$ZodType): Absence {
  const object = z.object({ member })
  try {
    // Compiling a parser would take longer than using it twice.
    const parsed = [{}, { member: undefined }].map((value) => object.safeParse(value, { jitless: true }))
    if (parsed.every(({ success }) => !success)) return 'refused'
    return parsed.every(({ success, data }) => success && data?.member === undefined) ? 'kept' : 'filled'
  } catch {
    // A check failed on an undefined value.
    return 'filled'
  }
}
