import type { Database } from '@roster/core'
import { inTime } from '@roster/core/server'

/** Time for a database to answer, in milliseconds: less than probes wait. */
const PATIENCE = 2_000

/** Returns a function that checks whether a database answers. Concurrent calls share one query, so that probes take one connection of the database at most. */
export function whetherAnswering(database: Pick<Database, 'query'>, patience = PATIENCE): () => Promise<boolean> {
  const question = { text: 'select 1', query_timeout: patience }
  let asked: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    try {
      await inTime(() => database.query(question), patience)
      return true
    } catch {
      return false
    } finally {
      asked = undefined
    }
  }

  return () => (asked ??= ask())
}
