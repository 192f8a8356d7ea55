import { z } from 'zod'

/** What a parser does where an object has not a member: it goes without, refuses that, or puts something in its place. */
export type Absence = 'kept' | 'refused' | 'filled'

/** Schemas are parts of many others. */
const known = new WeakMap<z.core.$ZodType, Absence>()

export function absenceOf(member: z.core.$ZodType): Absence {
  const absence = known.get(member) ?? found(member)
  known.set(member, absence)
  return absence
}

function found(member: z.core.$ZodType): Absence {
  const object = z.object({ member })
  try {
    // To compile a parser would take longer than to use it twice.
    const parsed = [{}, { member: undefined }].map((value) => object.safeParse(value, { jitless: true }))
    if (parsed.every(({ success }) => !success)) return 'refused'
    return parsed.every(({ success, data }) => success && data?.member === undefined) ? 'kept' : 'filled'
  } catch {
    // A check takes nothing for a value.
    return 'filled'
  }
}
