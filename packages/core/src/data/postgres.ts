import { setTimeout as wait } from 'node:timers/promises'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import { type Database, databaseOf } from './database.ts'
import type { Query } from './statement.ts'
import { queryIn } from './kysely-query.ts'
import { Notifications } from './notifications.ts'
import { mappingOptions, type DatabaseOptions } from './options.ts'
import { PoolDialect } from './postgres-dialect.ts'
import { createPool } from './postgres-pool.ts'
import { inSnapshot } from './postgres-snapshot.ts'
import { isRefusal } from './refusal.ts'
import { DatabaseUnreachable } from './unreachable.ts'

/** Opens a PostgreSQL server through a pool. Throws `DatabaseUnreachable` when it lets nobody in. */
export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const pool = createPool(url, options)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new DatabaseUnreachable(url, error)
  }
  return databaseOn(pool, url, options)
}

/** The database that a pool is connected to. Closing it closes the pool, once everybody has given back what they took from it. */
export async function databaseOn(pool: Pool, clientUrl: string, options: DatabaseOptions): Promise<Database> {
  const driverOptions = new PoolDialect(pool)
  const orm = await MikroORM.init({ ...mappingOptions(options), clientUrl, driverOptions })
  const notifications = new Notifications(clientUrl, options.name)
  return databaseOf({
    orm,
    name: options.name,
    isShared: true,
    query: queryOf(pool),
    queryIn,
    snapshot: (read) => inSnapshot(pool, read),
    async alone(lock, run) {
      const client = await pool.connect()
      try {
        await takeLock(client, lock)
        return await run()
      } finally {
        // The lock ends with the connection, whatever happened.
        client.release(true)
      }
    },
    listen: (channel, call) => notifications.listen(channel, call),
    waiting: () => pool.waitingCount,
    async close() {
      await orm.close()
      await pool.end()
    },
  })
}

/** How often a lock that another process holds is asked for again, in milliseconds. */
const LOCK_PAUSE = 200

/** Takes a lock of the session once nobody else has it. A statement that waits for it would be waited for by `create index concurrently`, which holds it. */
async function takeLock(client: PoolClient, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0]!.taken) return
    await wait(LOCK_PAUSE)
  }
}

/** Runs each statement on a connection of its own. The pool's `query` would close the connection of every statement that is refused. */
function queryOf(pool: Pool): Query {
  return async (statement, values = []) => {
    const client = await pool.connect()
    let lost: Error | undefined
    try {
      return (await client.query({ ...statement, values: values as unknown[] })).rows
    } catch (error) {
      if (!isRefusal(error)) lost = error as Error
      throw error
    } finally {
      client.release(lost)
    }
  }
}
