import type { Database } from '../data/database.ts'
import { type Repetition, repeat } from '../background/repeat.ts'
import { everyPlace, type Place, readSealed } from './sealed-places.ts'
import { createSealer, SealedOtherwise, type ServiceSealer } from './sealer.ts'
import type { ServiceSecrets } from './service-secrets.ts'

/** Pause before the next walk, in milliseconds: other processes may still seal with an old secret. */
const INTERVAL = 10 * 60 * 1_000

/** The result of a walk through all sealed texts. */
export interface Walk {
  /** Number of texts that were sealed again. */
  resealed: number
  /** Number of texts that no secret can open, which stay as they are. */
  unreadable: number
}

export interface ResealingOptions {
  database: Database
  secrets: ServiceSecrets
  /**
   * Called after a walk that had nothing to seal again: the first such walk, and each one that follows walks which sealed texts again. `resealed` is the sum
   * of all walks since the last call.
   */
  onDone: (walk: Walk) => void
  report: (error: unknown) => void
}

interface Column extends Place {
  sealer: ServiceSealer
}

/**
 * Starts sealing with the first secret, in the background, the texts that are sealed with another one. It walks through all texts until none is left. Any
 * number of processes may do so at the same time, while texts are written and replaced.
 */
export function startResealing({ database, secrets, onDone, report }: ResealingOptions): Repetition {
  const columns = everyPlace.map(({ table, column, purpose }): Column => ({
    table,
    column,
    sealer: createSealer(secrets, purpose),
  }))
  const start = { index: 0, after: '', resealed: 0, unreadable: 0 }
  let place = start
  let sinceDone = 0
  let isDone = false

  /** Ends a walk, and returns the pause before the next one, in milliseconds. */
  function finish({ resealed, unreadable }: Walk): number {
    place = start
    sinceDone += resealed
    if (resealed > 0) return 0
    if (!isDone || sinceDone > 0) onDone({ resealed: sinceDone, unreadable })
    isDone = true
    sinceDone = 0
    return INTERVAL
  }

  return repeat(
    async (over) => {
      const { index, after } = place
      const batch = await resealBatch(database, columns[index]!, after)
      if (over.aborted) return 0
      const walk = { resealed: place.resealed + batch.resealed, unreadable: place.unreadable + batch.unreadable }
      place =
        batch.last === undefined ? { ...walk, index: index + 1, after: '' } : { ...walk, index, after: batch.last }
      return place.index === columns.length ? finish(walk) : 0
    },
    { report },
  )
}

/** Seals a batch of texts after an identifier again. `last` is the identifier after which the next batch begins; undefined at the end. */
async function resealBatch(
  database: Database,
  column: Column,
  after: string,
): Promise<Walk & { last: string | undefined }> {
  const { rows, last } = await readSealed(database.query, column, after)
  const found = rows.map(({ id, sealed }) => ({ id, before: sealed, after: resealedBy(column.sealer, sealed) }))
  const changes = found.filter((change) => typeof change.after === 'string')
  if (changes.length > 0) await database.query(replacing(column), [JSON.stringify(changes)])
  const unreadable = found.filter((change) => change.after === null).length
  return { resealed: changes.length, unreadable, last }
}

/** Returns the text sealed again; undefined when that is not needed, null when no secret opens it. */
function resealedBy(sealer: ServiceSealer, sealed: string): string | undefined | null {
  try {
    return sealer.reseal(sealed)
  } catch (error) {
    if (error instanceof SealedOtherwise) return null
    throw error
  }
}

// A text that was replaced meanwhile stays as it is; the next walk finds it if necessary.
const replacing = ({ table, column }: Column) => ({
  text: `update ${table} t set ${column} = kept.after from (
      select t.id, change.after from ${table} t
      join json_to_recordset($1) as change (id text, before text, after text) on t.id = change.id and t.${column} = change.before
      for update of t skip locked) kept
    where t.id = kept.id`,
})
