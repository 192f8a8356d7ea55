import type { Database } from '../data/database.ts'

/** How long events are kept, in milliseconds. */
export const LIFETIME = 30 * 24 * 60 * 60 * 1_000

/** Largest number of entries that one statement deletes. */
const BATCH = 1_000

// Begins at the first entry that is kept, so that deleted rows which were not vacuumed yet cost nothing, and ends before the first entry that is young
// enough. The rest of the log has no gaps, even when clocks differ.
const forget = {
  name: 'events forgotten',
  text: `
    with log as materialized (select kept_from from event_log for update),
    oldest as materialized (
      select e.seq, e.created_at from events e where e.seq >= (select kept_from from log)
      order by e.seq limit ${BATCH}),
    gone as (
      delete from events e using oldest o
      where e.seq = o.seq and o.created_at < $1
        and o.seq < coalesce((select min(seq) from oldest where created_at >= $1), o.seq + 1)
      returning e.seq)
    update event_log set kept_from = (select max(seq) + 1 from gone) where exists (select from gone)
    returning (select count(*) from gone) as deleted`,
}

/** Deletes a batch of the entries that are older than 30 days. Returns whether there may be more. `time` is in milliseconds. */
export async function forgetEvents(database: Database, time: number): Promise<boolean> {
  const [row] = await database.query<{ deleted: number }>(forget, [new Date(time - LIFETIME).toISOString()])
  return row?.deleted === BATCH
}
