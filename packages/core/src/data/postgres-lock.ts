import type { Pool } from 'pg'

/**
 * Runs something while this process has a lock of the database that no other can have meanwhile. A transaction holds it, since a pooler gives the next one
 * another session; it reads and writes nothing, so that nobody waits for it, and is not ended for its idleness.
 */
export async function whileLocked<Result>(pool: Pool, lock: number, run: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    return await run()
  } finally {
    // The lock ends with the connection, whatever happened.
    client.release(true)
  }
}
