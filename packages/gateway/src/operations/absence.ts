import { z } from 'zod'

/** What a parser does where an object has not a member: it goes without, refuses that, or puts something in its place. */
export type Absence = 'kept' | 'refused' | 'filled'

export function absenceOf(member: z.core.$ZodType): Absence {
  const object = z.object({ member })
  try {
    const parsed = [{}, { member: undefined }].map((value) => object.safeParse(value))
    if (parsed.every(({ success }) => !success)) return 'refused'
    return parsed.every(({ success, data }) => success && data?.member === undefined) ? 'kept' : 'filled'
  } catch {
    // A check takes nothing for a value.
    return 'filled'
  }
}
