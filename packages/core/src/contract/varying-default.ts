import type { z } from 'zod'

/** The part of a zod definition that holds a default. Each access evaluates the default anew. */
interface Defaulted {
  type: string
  readonly defaultValue: unknown
  readonly catchValue: (context: unknown) => unknown
}

/**
 * Whether a schema's default, or its `catch` value, is not always the same, as in `.default(() => new Date())`, or is unknown without an input. Such a value
 * belongs in no description, and in nothing that is made in advance.
 */
export function hasVaryingDefault({ _zod }: z.core.$ZodType): boolean {
  const definition = _zod.def as unknown as Defaulted
  if (definition.type === 'default' || definition.type === 'prefault') return isVarying(() => definition.defaultValue)
  return definition.type === 'catch' && isVarying(() => definition.catchValue(UNKNOWN))
}

/** Stands for the refused value where there is none. Any access throws. */
const UNKNOWN = new Proxy(
  {},
  {
    get() {
      throw new Error('It is not known what is refused.')
    },
  },
)

/** Milliseconds to another day, at another time of the day: 400 days and some hours. */
const LATER = 400 * 86_400_000 + 12_345_678

function isVarying(read: () => unknown): boolean {
  try {
    return JSON.stringify(read()) !== JSON.stringify(withClockAhead(LATER, read))
  } catch {
    return true
  }
}

/** Returns the result of `read` with the clock ahead by `passed` milliseconds. */
function withClockAhead<Value>(passed: number, read: () => Value): Value {
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
