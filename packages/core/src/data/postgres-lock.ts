import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Pause before another attempt to take a lock that another process holds, in milliseconds. */
const PAUSE = 200

/**
 * Runs `run` while this process holds a lock of the database that no other can hold meanwhile. A transaction holds the lock, since a pooler gives the next one
 * another session. The transaction reads and writes nothing, so that no other waits for it, and no timeout ends it for its idleness.
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
 * Takes the lock once no other process has it, by polling. `create index concurrently` in the holder of the lock would wait for a statement that waits for the
 * lock, and for the snapshot that a statement with parameters keeps until the next one.
 */
async function takeLock(client: PoolClient, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as taken`)
    if (rows[0]!.taken) return
    await wait(PAUSE)
  }
}
