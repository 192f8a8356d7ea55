/** PostgreSQL's codes for a transaction that lost against another one: serialization failure and deadlock. */
const LOST = new Set(['40001', '40P01'])

/** Thrown for a change that has chosen a value by chance, such as a number, which is taken. When it is run again, it chooses another. */
export class TakenByChance extends Error {
  override readonly name = 'TakenByChance'
}

/** Maximum number of attempts of a change. */
const ATTEMPTS = 4

/** Runs a change, and runs it again when its transaction lost against another one, which has ended by then. */
export async function untilItEnds<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = ATTEMPTS - 1; left > 0; left--) {
    try {
      return await run()
    } catch (error) {
      if (!hasLost(error)) throw error
    }
  }
  return run()
}

/** Whether an error says that a transaction lost against another one, or chose what another one has: nothing of it is left, and it can be run again. */
export function hasLost(error: unknown): boolean {
  return error instanceof TakenByChance || (error instanceof Error && 'code' in error && LOST.has(String(error.code)))
}
