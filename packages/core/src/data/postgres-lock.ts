import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { NO_TIME_LIMITS } from './session-settings.ts'

/** Class of these locks, in numbers of two parts: no lock of one part, as of the signing keys, is the same. */
const CLASS = 1

/** Pause before another attempt to take a lock that another process holds, in milliseconds. */
const PAUSE = 200

/**
 * Runs `run` while this process holds a lock of the database that no other can hold meanwhile. A transaction holds the lock, since a pooler gives the next one
 * another session. The transaction keeps no snapshot and writes nothing, so that no other waits for it, and no timeout ends it.
 */
export async function whileLocked<Result>(pool: Pool, lock: number, run: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level read committed')
    await client.query(NO_TIME_LIMITS)
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
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${CLASS}, ${lock}) as taken`,
    )
    if (rows[0]!.taken) return
    await wait(PAUSE)
  }
}
