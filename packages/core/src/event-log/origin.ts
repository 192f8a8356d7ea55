import { randomBytes } from 'node:crypto'
import type { Database } from '../data/database.ts'

// Where a log is: the identifier of the server, that of the database, and the server's timeline, which is another after a restore to an
// earlier moment and on a standby that was promoted. Transactions are counted anew in a restored database: events without a place whose
// number is yet to come get the number of this one.
const claim = {
  text: `
    with here as materialized (
      select concat_ws('/', s.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8)) as origin
      from pg_control_system() s, pg_database d where d.datname = current_database()),
    moved as (
      update event_log l set origin = here.origin, epoch = case when l.origin is null then l.epoch else $1 end, xid = '0'
      from here where l.origin is distinct from here.origin
      returning l.epoch)
    update events set xid = pg_current_xact_id()
    where seq is null and xid > pg_current_xact_id() and exists (select from moved)`,
}

/**
 * Gives the log another epoch when its database was restored from a backup, or is on a standby that was promoted and may lack what was
 * acknowledged before: no reader must go on from a place that was given to another event meanwhile. To be called at every start, and after
 * every time without a connection.
 */
export async function recogniseOrigin(database: Database): Promise<void> {
  await database.query(claim, [randomBytes(4).toString('hex')])
}

const identity = {
  text: `
    select concat_ws('-', s.system_identifier, d.oid) as name
    from pg_control_system() s, pg_database d where d.datname = current_database()`,
}

/** What the log is called where logs of several databases meet: the identifiers of the server and of the database, which a standby has too. */
export async function nameLog(database: Database): Promise<string> {
  const [row] = await database.query<{ name: string }>(identity)
  return row!.name
}
