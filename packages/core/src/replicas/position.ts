import { RECOGNISED_TIMELINE } from '../event-log/origin.ts'
import type { Database } from '../data/database.ts'
import { gathered } from '../data/gathered.ts'
import { inTime } from '../background/in-time.ts'

/** A place in the log of writes of the primary (PostgreSQL, "Write-Ahead Logging"). */
export interface Position {
  lsn: string
  /** The history that it is a place of, such as `00000001`: a standby that is promoted begins another. */
  timeline: string
}

/** How long the primary may take to tell its position, in milliseconds. */
const PATIENCE = 1_000

// What was acknowledged is on the primary's disk, unless that does not wait for the disk.
const position = {
  name: 'position of the primary',
  text: `
    select lsn::text, left(pg_walfile_name(lsn), 8) as timeline from (
      select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
    ) as place (lsn)`,
}

/**
 * Makes what asks the primary for its position. A server that has reached it has all that was acknowledged before the question, by any process. Questions that
 * come while one is on its way share the next. Rejects when the primary does not tell within a second.
 */
export function askPosition({ query }: Pick<Database, 'query'>): () => Promise<Position> {
  const ask = gathered<void, Position>(async (calls) => {
    const [found] = await inTime(() => query<Position>(position), PATIENCE)
    return calls.map(() => found!)
  })
  return () => ask()
}

/** How a server stands to a position. */
export interface ReplicaStatus {
  is_standby: boolean
  /** Whether it has the history that the position is a place of; null where nobody has noted one. */
  is_related: boolean | null
  /** How many bytes of the log it has yet to replay; null where it never was a standby. */
  behind: number | null
}

/** SQL: the `ReplicaStatus` of a server to the position `$1` on the timeline `$2`. What is read there later, in a snapshot of its own, has all that is replayed by now. */
export const REPLICA_STATUS = `
  select pg_is_in_recovery() as is_standby, ${RECOGNISED_TIMELINE} = $2 as is_related,
    greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as behind`
