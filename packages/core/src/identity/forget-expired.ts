import type { Database } from '../data/database.ts'

/** Largest number of rows that one statement deletes, so that other statements do not wait for it. */
const BATCH = 500

const TABLES = ['denials', 'spent_proofs', 'sessions', 'tickets']

/** Deletes denials, spent proofs, sessions and tickets that have expired, in small batches. `time` is in milliseconds. */
export async function forgetExpired(database: Database, time: number): Promise<void> {
  const now = new Date(time).toISOString()
  for (const table of TABLES) while ((await deleteBatch(database, table, now)) === BATCH);
}

async function deleteBatch(database: Database, table: string, now: string): Promise<number> {
  const rows = await database.query(
    {
      name: `${table} expired`,
      text: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where expires_at <= $1 order by expires_at limit ${BATCH} for update skip locked))
        returning 1`,
    },
    [now],
  )
  return rows.length
}
