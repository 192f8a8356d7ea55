import type { z } from 'zod'

/** Where a default is in what schemas are made of. It is read anew each time. */
interface Defaulted {
  type: string
  readonly defaultValue: unknown
  readonly catchValue: (context: unknown) => unknown
}

/**
 * Whether a schema has a default, or what takes the place of a refused value, that is not always the same, as in `.default(() => new Date())`, or
 * that is not known without a value. It belongs in no description, and in nothing that is made in advance.
 */
export function hasVaryingDefault({ _zod }: z.core.$ZodType): boolean {
  const definition = _zod.def as unknown as Defaulted
  if (definition.type === 'default' || definition.type === 'prefault') return isVarying(() => definition.defaultValue)
  return definition.type === 'catch' && isVarying(() => definition.catchValue(UNKNOWN))
}

/** What is refused, as long as nothing is. */
const UNKNOWN = new Proxy(
  {},
  {
    get() {
      throw new Error('It is not known what is refused.')
    },
  },
)

/** Some days from now, at another time of the day. */
const LATER = 400 * 86_400_000 + 12_345_678

function isVarying(read: () => unknown): boolean {
  try {
    return JSON.stringify(read()) !== JSON.stringify(inTime(LATER, read))
  } catch {
    return true
  }
}

/** Reads something as if time had passed. */
function inTime<Value>(passed: number, read: () => Value): Value {
  const { Date: Now } = globalThis
  globalThis.Date = class extends Now {
    constructor(...given: []) {
      super(...(given.length > 0 ? given : ([Now.now() + passed] as unknown as [])))
    }
    static override now = () => Now.now() + passed
  } as DateConstructor
  try {
    return read()
  } finally {
    globalThis.Date = Now
  }
}
