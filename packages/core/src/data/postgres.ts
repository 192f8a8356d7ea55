import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { type Database, databaseOf } from './database.ts'
import type { Query } from './statement.ts'
import { queryIn } from './kysely-query.ts'
import { Notifications } from './notifications.ts'
import { mappingOptions, type DatabaseOptions } from './options.ts'
import { PoolDialect } from './postgres-dialect.ts'
import { createPool } from './postgres-pool.ts'
import { inSnapshot } from './postgres-snapshot.ts'
import { isRefusal } from './refusal.ts'
import { inStatement } from '../tracing/statement.ts'
import type { Tracing } from '../tracing/tracing.ts'
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
  const driverOptions = new PoolDialect(pool, options.tracing)
  const orm = await MikroORM.init({ ...mappingOptions(options), clientUrl, driverOptions })
  const notifications = new Notifications(clientUrl, options.name)
  return databaseOf({
    orm,
    name: options.name,
    tracing: options.tracing,
    isShared: true,
    query: queryOf(pool, options.tracing),
    queryIn,
    snapshot: (read) => inSnapshot(pool, read),
    async alone(lock, run) {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [lock])
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

/** Runs each statement on a connection of its own. The pool's `query` would close the connection of every statement that is refused. */
function queryOf(pool: Pool, tracing: Tracing | undefined): Query {
  const run: Query = async (statement, values = []) => {
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
  return tracing ? (statement, values) => inStatement(tracing, statement.text, () => run(statement, values)) : run
}
