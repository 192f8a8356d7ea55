import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { repeat } from '../background/repeat.ts'
import type { Driver } from './driver.ts'
import { gathered } from './gathered.ts'
import type { ReplicaLocation } from './options.ts'
import { type Pooling, whoAnswers } from './pooling.ts'
import { createPool } from './postgres-pool.ts'
import { queryOn } from './postgres-query.ts'
import { inSnapshot } from './postgres-snapshot.ts'
import type { Query } from './statement.ts'

/** How often a replica is looked at, whoever reads, in milliseconds. */
const INTERVAL = 1_000

/** How often a replica that is about to catch up is asked for how far it is, in milliseconds. */
const STEP = 2

/** How long a replica may take for an answer, in milliseconds, before the primary is asked. */
const PATIENCE = 5_000

/** How many statements and snapshots a replica has answered, and how many the primary in its place. */
export type ReadCounts = Record<'replica' | 'primary', number>

/** What only reads, so that a replica may answer. */
export interface Reads extends Pick<Driver, 'query' | 'snapshot'> {
  /** Where there is a replica. */
  readonly counts?: ReadCounts
}

/** Reads that a replica answers, until it is closed. */
interface ReplicaReads extends Reads {
  close(): Promise<void>
}

/** What a replica must have replayed before it answers, and on which history. */
interface Position {
  lsn: string
  timeline: string
}

// What was acknowledged is flushed, unless its writer did not ask for that: then it is inserted.
const position = {
  text: `select lsn::text, left(pg_walfile_name(lsn), 8) as timeline from pg_current_wal_insert_lsn() as lsn`,
}

// The timeline is told to who may read all statistics; a replica that follows nobody has no row.
const isThere = {
  text: `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and exists (
      select from pg_stat_wal_receiver
      where received_tli is null or lpad(to_hex(received_tli), 8, '0') = lower($2)) as is_there`,
}

/**
 * Opens a replica beside its primary. It answers once it has replayed all that the primary had when it was asked, so that whoever has written sees that, by
 * whichever process; who asks meanwhile shares the next look. A replica that is further behind than `lag`, is gone, or is of another database, is left out
 * until it is seen to be right again, and `tell` is given a sentence at each change.
 */
export function openReplica(primary: Reads, database: string, at: ReplicaLocation, name: string): ReplicaReads {
  const counts: ReadCounts = { replica: 0, primary: 0 }
  let replica: Replica | undefined
  let fault: string | undefined = 'it was not looked at yet'

  function note(found: string | undefined): void {
    if (found === fault) return
    if (found !== undefined) at.tell(`DATABASE_REPLICA_URL is left out, and the primary answers: ${found}.`)
    else at.tell('The replica of DATABASE_REPLICA_URL answers lists, searches and exports.')
    fault = found
  }

  async function hasCaughtUp({ query }: Replica): Promise<boolean> {
    const [{ lsn, timeline }] = (await primary.query<Position>(position)) as [Position]
    for (const end = performance.now() + at.lag; ; await wait(STEP)) {
      const [found] = await query<{ is_there: boolean }>(isThere, [lsn, timeline])
      if (found!.is_there) return true
      if (performance.now() >= end) return false
    }
  }

  const look = gathered<Replica, boolean>(async (all) => {
    const isRight = await inTime(hasCaughtUp(all[0]!), at.lag + PATIENCE)
    return all.map(() => isRight)
  }, { lanes: 4 })

  /** Why it cannot answer; undefined when it can. */
  const faultOf = (one: Replica): Promise<string | undefined> =>
    look(one).then((isRight) => (isRight ? undefined : `it is more than ${at.lag} ms behind, or follows another server`), reasonOf)

  async function examine(): Promise<number> {
    note(await examined().catch(reasonOf))
    return INTERVAL
  }

  async function examined(): Promise<string | undefined> {
    const answering = await whoAnswers(at.url, name)
    if (answering.database !== database) return 'it is of another database'
    replica ??= replicaAt(at.url, name, answering.pooling)
    return faultOf(replica)
  }

  /** The replica, if it can answer what is asked now. */
  async function ready(): Promise<Replica | undefined> {
    if (fault === undefined) note(await faultOf(replica!))
    return fault === undefined ? replica : undefined
  }

  const fromPrimary = <Row>(...call: Parameters<Query>) => {
    counts.primary++
    return primary.query<Row>(...call)
  }

  async function query<Row>(...call: Parameters<Query>): Promise<Row[]> {
    const ours = await ready()
    if (!ours) return fromPrimary<Row>(...call)
    try {
      const rows = await inTime(ours.query<Row>(...call), PATIENCE)
      counts.replica++
      return rows
    } catch {
      // The primary answers, or says what is wrong with the statement.
      return fromPrimary<Row>(...call)
    }
  }

  const examining = repeat(examine, { patience: 4 * PATIENCE, report: () => {} })
  return {
    counts,
    query,
    async snapshot(read) {
      const ours = await ready()
      counts[ours ? 'replica' : 'primary']++
      return ours ? inSnapshot(ours.pool, read) : primary.snapshot(read)
    },
    async close() {
      await examining.stop()
      await replica?.pool.end()
    },
  }
}

/** A replica that was reached. */
interface Replica {
  pool: Pool
  query: Query
}

function replicaAt(url: string, name: string, pooling: Pooling): Replica {
  const pool = createPool(url, { name, pooling, patience: PATIENCE })
  return { pool, query: queryOn(pool, pooling) }
}

async function inTime<Result>(work: Promise<Result>, patience: number): Promise<Result> {
  const over = new AbortController()
  const late = wait(patience, undefined, { signal: over.signal }).then(() => {
    throw new Error(`it has not answered for ${patience / 1_000} seconds`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

/** A refused connection is an error for each address of the host, and its own message is then empty. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}
