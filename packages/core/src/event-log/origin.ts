import { randomBytes } from 'node:crypto'
import type { Database } from '../data/database.ts'
import { DATABASE, identify } from '../data/database-identity.ts'

/**
 * SQL: identifies this database: the server, the database on it, and the server's timeline, which changes with a restore to an earlier moment and with the
 * promotion of a standby.
 */
export const ORIGIN = `concat_ws('/', ${DATABASE}, left(pg_walfile_name(pg_current_wal_lsn()), 8))`

/** SQL: the ended epochs of a log after the present one has ended, without those whose entries are all deleted. */
const ENDED = `(
  select jsonb_agg(ended order by place) from jsonb_array_elements(
    l.earlier || jsonb_build_object('epoch', l.epoch, 'until', l.head)) with ordinality as e(ended, place)
  where (ended->'until')::bigint >= l.kept_from - 1)`

// A restored database counts transactions anew: events without a place that have a number from the future get the number of this transaction.
const claim = {
  text: `
    with here as materialized (select ${ORIGIN} as origin),
    moved as (
      update event_log l set origin = here.origin, xid = '0',
        epoch = case when l.origin is null then l.epoch else $1 end,
        earlier = case when l.origin is null then l.earlier else ${ENDED} end
      from here where l.origin is distinct from here.origin
      returning l.epoch)
    update events set xid = pg_current_xact_id()
    where seq is null and xid > pg_current_xact_id() and exists (select from moved)`,
}

/** SQL: the timeline of the server at the last call of `recogniseOrigin`, such as `00000001`. A standby has the value once it has replayed that transaction. */
export const RECOGNISED_TIMELINE = `(select split_part(origin, '/', 3) from event_log)`

/**
 * Begins a new epoch of the log when the database was restored from a back-up, or runs on a promoted standby. Entries that it still has keep their cursors.
 * Entries that its predecessor had besides are lost, and new entries never get their cursors. No place is given before this is done.
 */
export async function recogniseOrigin(database: Database): Promise<void> {
  await database.query(claim, [randomBytes(4).toString('hex')])
}

/** Returns a name for the log that is unique among databases: the identifiers of the server and of the database, which a standby shares. */
export async function nameLog({ query }: Database): Promise<string> {
  const database = await identify(query)
  return database.replace('/', '-')
}
