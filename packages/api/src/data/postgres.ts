import { setTimeout as delay } from 'node:timers/promises'
import { MikroORM } from '@mikro-orm/postgresql'
import { type Pool, TypeOverrides } from 'pg'
import { type Database, databaseOf } from './database.ts'
import type { Orm } from './driver.ts'
import { discardLost } from './lost-connections.ts'
import { mappingOptions, type DatabaseOptions } from './options.ts'
import { inSnapshot } from './postgres-snapshot.ts'
import { columnParsers } from './types.ts'
import { DatabaseUnreachable } from './unreachable.ts'

/** How long connections in use are waited for at the end, in milliseconds: one that was lost may never come back to the pool. */
const CLOSING_TIME = 5_000

/** Queries are short, so nothing is compiled for them; and reading here and there costs little more than reading on, as on any SSD. */
const sessionOptions =
  '-c timezone=UTC -c idle_in_transaction_session_timeout=30s -c statement_timeout=60s -c jit=off -c random_page_cost=1.1'

/** Opens a PostgreSQL server through a pool. Throws `DatabaseUnreachable` when it lets nobody in. */
export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const types = new TypeOverrides()
  for (const [oid, parse] of Object.entries(columnParsers)) types.setTypeParser(Number(oid), parse)
  const orm = await MikroORM.init({
    ...mappingOptions(options),
    clientUrl: url,
    pool: { max: options.connections ?? 10 },
    driverOptions: {
      types,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'roster',
      options: sessionOptions,
    },
  })
  const pool = await connectedPool(orm).catch(async (error: unknown) => {
    await orm.close()
    throw new DatabaseUnreachable(url, error)
  })
  discardLost(pool)
  return databaseOf({
    orm,
    async query(statement, values = []) {
      const { rows } = await pool.query({ ...statement, values: values as unknown[] })
      return rows
    },
    snapshot: (read) => inSnapshot(pool, read),
    async alone(lock, run) {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [lock])
        return await run()
      } finally {
        // The lock belongs to the session, so it ends with the connection whatever happened.
        client.release(true)
      }
    },
    waiting: () => pool.waitingCount,
    close: () => closeWithin(CLOSING_TIME, orm),
  })
}

/** The pool of a driver, once it has reached the server. */
async function connectedPool(orm: Orm): Promise<Pool> {
  const pool: Pool = await orm.em.getConnection().getNativeClient()
  await pool.query('select 1')
  return pool
}

async function closeWithin(time: number, orm: Orm): Promise<void> {
  const closed = new AbortController()
  const late = delay(time, undefined, { signal: closed.signal }).catch(() => undefined)
  await Promise.race([orm.close().finally(() => closed.abort()), late])
}
