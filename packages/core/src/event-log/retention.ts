import type { Database } from '../data/database.ts'

/** How long events are kept, in milliseconds. */
export const LIFETIME = 30 * 24 * 60 * 60 * 1_000

/** How many entries are deleted by one statement. */
const BATCH = 1_000

// From the first that is kept on, so that what is deleted and not cleaned away yet costs nothing, up to the first that is young enough: what is
// left has no holes, even if clocks differ.
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

/** Deletes some of the entries that have been kept for 30 days, and says whether there may be more. `time` is in milliseconds. */
export async function forgetEvents(database: Database, time: number): Promise<boolean> {
  const [row] = await database.query<{ deleted: number }>(forget, [new Date(time - LIFETIME).toISOString()])
  return row?.deleted === BATCH
}
