import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** How often a lock that another process holds is asked for again, in milliseconds. */
const PAUSE = 200

/**
 * Runs something while this process has a lock of the database that no other can have meanwhile. A transaction holds it, since a pooler gives the next one
 * another session; it reads and writes nothing, so that nobody waits for it, and is not ended for its idleness.
 */
export async function whileLocked<Result>(pool: Pool, lock: number, run: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level read committed')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await takeLock(client, lock)
    return await run()
  } finally {
    // The lock ends with the connection, whatever happened.
    client.release(true)
  }
}

/**
 * Takes the lock once nobody else has it. `create index concurrently` of who holds it would wait for a statement that waits for it, and for the snapshot
 * that a statement with parameters keeps until the next one.
 */
async function takeLock(client: PoolClient, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as taken`)
    if (rows[0]!.taken) return
    await wait(PAUSE)
  }
}
