import { randomBytes } from 'node:crypto'
import type { Database } from '../data/database.ts'
import { DATABASE, identify } from '../data/database-identity.ts'

/**
 * SQL: where this database is: the identifier of the server, that of the database, and the server's timeline, which is another after a restore to
 * an earlier moment and on a standby that was promoted.
 */
export const ORIGIN = `concat_ws('/', ${DATABASE}, left(pg_walfile_name(pg_current_wal_lsn()), 8))`

/** SQL: the epochs of a log once the present one has ended, but for those whose places are all deleted. */
const ENDED = `(
  select jsonb_agg(ended order by place) from jsonb_array_elements(
    l.earlier || jsonb_build_object('epoch', l.epoch, 'until', l.head)) with ordinality as e(ended, place)
  where (ended->'until')::bigint >= l.kept_from - 1)`

// Transactions are counted anew in a restored database: events without a place whose number is yet to come get the number of this one.
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

/** SQL: the timeline of the server that the log was last recognised on, such as `00000001`; a standby has it once it has replayed that. */
export const RECOGNISED_TIMELINE = `(select split_part(origin, '/', 3) from event_log)`

/**
 * Begins another epoch of the log when its database was restored from a back-up, or is on a standby that was promoted. Places that it has keep their
 * cursors; what its predecessor may have given besides, and is lost, has others than what comes now. No place is given before it is done.
 */
export async function recogniseOrigin(database: Database): Promise<void> {
  await database.query(claim, [randomBytes(4).toString('hex')])
}

/** What the log is called where logs of several databases meet: the identifiers of the server and of the database, which a standby has too. */
export async function nameLog({ query }: Database): Promise<string> {
  const database = await identify(query)
  return database.replace('/', '-')
}
