import type { z } from 'zod'

/** Position of a schema in the contract. */
export interface Place {
  /** Names of members, from the parameters or the body inwards. */
  path: readonly string[]
  /** The schemas around this one, outermost first. */
  around: readonly z.core.$ZodType[]
}

/** A schema that the mock's tables cannot express. */
class Refusal extends Error {}

/** Throws an error that says what the mock's tables cannot express, and what would help. */
export function refuse({ path }: Place, what: string, mend: string): never {
  const name = path.length === 0 ? 'A value' : `\`${path.join('.')}\``
  throw new Refusal(`${name} ${what}, which the tables of the mock cannot say. ${mend}`.trim())
}

/** Runs work. A refusal then names the operation. */
export function inOperation<Result>(operation: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Error(`In ${operation}: ${error.message}`, { cause: error })
  }
}
