import { inTime } from '@roster/core/server'

/** How long the database may take to answer, in milliseconds: less than a reader of metrics waits, and enough to count the events and deliveries that lag. */
const PATIENCE = 4_000

/**
 * Returns a function that reads a value of metrics from the database; undefined when the database does not answer in time. Calls during a read share that read,
 * however long it takes, so that each value takes one connection at most. `report` is called with the first failure of an outage.
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
