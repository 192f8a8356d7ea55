import type { Database } from '@roster/core'
import { inTime } from '@roster/core/server'

/** How long a database has to answer, in milliseconds: less than probes wait. */
const PATIENCE = 2_000

/** Asks a database whether it answers. Those who want to know at once share one question, so that probes take one of its connections at most. */
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
