import type { z } from 'zod'

/** Where in the contract a schema stands. */
export interface Place {
  /** From the parameters or the body inwards. */
  path: readonly string[]
  /** The schemas around it, outermost first. */
  around: readonly z.core.$ZodType[]
}

/** A schema of which no table can be made. */
class Refusal extends Error {}

/** Says what the mock cannot do with a value, and what would help. */
export function refuse({ path }: Place, what: string, mend: string): never {
  const name = path.length === 0 ? 'A value' : `\`${path.join('.')}\``
  throw new Refusal(`${name} ${what}, which the tables of the mock cannot say. ${mend}`.trim())
}

/** Does some work, whose refusals then name the operation. */
export function inOperation<Result>(operation: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Error(`In ${operation}: ${error.message}`, { cause: error })
  }
}
