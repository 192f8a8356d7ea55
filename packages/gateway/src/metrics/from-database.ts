import { inTime } from '@roster/core/server'

/** How long the database has for an answer, in milliseconds: less than whoever reads metrics waits, and time to count what has fallen behind. */
const PATIENCE = 4_000

/**
 * Asks the database for what metrics tell of it; undefined where it does not answer in time. Those who ask while a question is under way share it, however
 * long that takes, so that each takes one connection at most. `report` is told of the first failure of an outage.
 */
export function fromDatabase<Value>(
  read: () => Promise<Value>,
  report: (error: unknown) => void,
): () => Promise<Value | undefined> {
  let reading: Promise<Value> | undefined
  let isAway = false
  const question = () => (reading ??= read().finally(() => (reading = undefined)))
  return async () => {
    try {
      const value = await inTime(question, PATIENCE)
      isAway = false
      return value
    } catch (error) {
      if (!isAway) report(error)
      isAway = true
      return undefined
    }
  }
}
