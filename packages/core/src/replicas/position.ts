import { RECOGNISED_TIMELINE } from '../event-log/origin.ts'
import type { Database } from '../data/database.ts'
import { gathered } from '../data/gathered.ts'
import { inTime } from '../background/in-time.ts'

/** A position in the primary's write-ahead log (PostgreSQL, "Write-Ahead Logging"). */
export interface Position {
  lsn: string
  /** The timeline of the position, such as `00000001`: a promoted standby begins a new one. */
  timeline: string
}

/** Time limit for the primary to return its position, in milliseconds. */
const PATIENCE = 1_000

// Acknowledged writes are on the primary's disk, unless it commits without waiting for the disk.
const position = {
  name: 'position of the primary',
  text: `
    select lsn::text, left(pg_walfile_name(lsn), 8) as timeline from (
      select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
    ) as place (lsn)`,
}

/**
 * Returns a function that asks the primary for its position. A server that has reached the position has every write that was acknowledged before the call,
 * in any process. Calls during a query share the next query. Rejects when the primary does not answer within a second.
 */
export function askPosition({ query }: Pick<Database, 'query'>): () => Promise<Position> {
  const ask = gathered<void, Position>(async (calls) => {
    const [found] = await inTime(() => query<Position>(position), PATIENCE)
    return calls.map(() => found!)
  })
  return () => ask()
}

/** The state of a server relative to a position. */
export interface ReplicaStatus {
  is_standby: boolean
  /** Whether the server follows the timeline of the position; null when no timeline is recorded. */
  is_related: boolean | null
  /** Bytes of the write-ahead log that the server has yet to replay; null when it never was a standby. */
  behind: number | null
}

/**
 * SQL: the `ReplicaStatus` of a server relative to the position `$1` on the timeline `$2`. A later snapshot on the server includes everything replayed by
 * now.
 */
export const REPLICA_STATUS = `
  select pg_is_in_recovery() as is_standby, ${RECOGNISED_TIMELINE} = $2 as is_related,
    greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as behind`
