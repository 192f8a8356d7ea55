import type { Database } from '../data/database.ts'
import { type Repetition, repeat } from '../background/repeat.ts'
import { type SealedPurpose, sealedColumns } from './sealed-columns.ts'
import { createSealer, SealedOtherwise, type ServiceSealer } from './sealer.ts'
import type { ServiceSecrets } from './service-secrets.ts'

/** Texts that are read at a time. */
const BATCH = 100

/** After how long everything is looked at again, in milliseconds: other processes may have gone on with an old secret meanwhile. */
const INTERVAL = 10 * 60 * 1_000

/** What came of a walk through all sealed texts. */
export interface Walk {
  /** How many were sealed anew. */
  resealed: number
  /** How many no secret can read, so that they are left as they are. */
  unreadable: number
}

export interface ResealingOptions {
  database: Database
  secrets: ServiceSecrets
  /** Told of every walk that found nothing sealed with an old secret, after one that did, and of the first. `resealed` counts all walks since. */
  onDone: (walk: Walk) => void
  report: (error: unknown) => void
}

interface Column {
  table: string
  column: string
  sealer: ServiceSealer
}

interface Row {
  id: string
  sealed: string
}

/**
 * Seals with the first secret, in the background, what another one has sealed. It walks through everything until there is no such text left; any number
 * of processes can do so at once, while texts are written and replaced.
 */
export function startResealing({ database, secrets, onDone, report }: ResealingOptions): Repetition {
  const columns = Object.entries(sealedColumns).flatMap(([purpose, places]) => {
    const sealer = createSealer(secrets, purpose as SealedPurpose)
    return places.map((place): Column => ({ ...place, sealer }))
  })
  const start = { index: 0, after: '', resealed: 0, unreadable: 0 }
  let place = start
  let sinceDone = 0
  let isDone = false

  /** Ends a walk, and returns when the next one begins. */
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

/** Looks at the next texts after an identifier. `last` is where the following batch begins; undefined at the end. */
async function resealBatch(
  database: Database,
  column: Column,
  after: string,
): Promise<Walk & { last?: string | undefined }> {
  const rows = await database.query<Row>(sealedAfter(column), [after])
  const found = rows.map(({ id, sealed }) => ({ id, before: sealed, after: resealedBy(column.sealer, sealed) }))
  const changes = found.filter((change) => typeof change.after === 'string')
  if (changes.length > 0) await database.query(replacing(column), [JSON.stringify(changes)])
  const unreadable = found.filter((change) => change.after === null).length
  return { resealed: changes.length, unreadable, last: rows.length < BATCH ? undefined : rows.at(-1)!.id }
}

/** The text sealed anew; undefined where that is not needed, null where no secret reads it. */
function resealedBy(sealer: ServiceSealer, sealed: string): string | undefined | null {
  try {
    return sealer.reseal(sealed)
  } catch (error) {
    if (error instanceof SealedOtherwise) return null
    throw error
  }
}

const sealedAfter = ({ table, column }: Column) => ({
  text: `select id, ${column} as sealed from ${table} where id > $1 and ${column} <> '' order by id limit ${BATCH}`,
})

// A text that has been replaced meanwhile stays as it is now, and is found by the next walk where it needs to be.
const replacing = ({ table, column }: Column) => ({
  text: `update ${table} t set ${column} = kept.after from (
      select t.id, change.after from ${table} t
      join json_to_recordset($1) as change (id text, before text, after text) on t.id = change.id and t.${column} = change.before
      for update of t skip locked) kept
    where t.id = kept.id`,
})
