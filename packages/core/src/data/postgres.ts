import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { type Database, databaseOf } from './database.ts'
import { requireDirect } from './direct-address.ts'
import { queryIn } from './kysely-query.ts'
import { lookInstead } from './look.ts'
import { Notifications } from './notifications.ts'
import { mappingOptions, type DatabaseOptions, type ServerLocation } from './options.ts'
import { type Answering, whoAnswers } from './pooling.ts'
import { PoolDialect } from './postgres-dialect.ts'
import { whileLocked } from './postgres-lock.ts'
import { createPool } from './postgres-pool.ts'
import { queryOn } from './postgres-query.ts'
import { inSnapshot } from './postgres-snapshot.ts'
import { requireUnicode, requireVersion } from './server-version.ts'
import { ReadOnlyServer } from './read-only.ts'
import { DatabaseUnreachable } from './unreachable.ts'

/**
 * Opens a database on a PostgreSQL server through a pool. The pool uses the direct address when `statementTimeout` is set, since a pooler takes no such option.
 * Throws `DatabaseUnreachable` when an address cannot be used, and `DirectAddressRefused` as `requireDirect` does.
 */
export async function openPostgres({ url, directUrl }: ServerLocation, options: DatabaseOptions): Promise<Database> {
  const answering = await askAt(url, options.name, 'DATABASE_URL')
  const open = (location: ServerLocation, { pooling }: Answering) =>
    databaseOn(createPool(location.url, { ...options, pooling }), { ...location, pooling }, options)
  if (directUrl === undefined) return open({ url }, answering)
  const direct = await askAt(directUrl, options.name, 'DATABASE_DIRECT_URL')
  requireDirect(direct, answering)
  return options.statementTimeout === undefined ? open({ url, directUrl }, answering) : open({ url: directUrl }, direct)
}

async function askAt(url: string, name: string, setting: string): Promise<Answering> {
  try {
    const answering = await whoAnswers(url, name)
    requireVersion(answering.version)
    requireUnicode(answering.encoding)
    if (!answering.takesWrites) throw new ReadOnlyServer()
    return answering
  } catch (error) {
    throw new DatabaseUnreachable(url, error, setting)
  }
}

/** Returns the database that a pool is connected to. Closing the database closes the pool, once all its connections are given back. */
export async function databaseOn(
  pool: Pool,
  { url, directUrl, pooling = 'none' }: ServerLocation & Partial<Answering>,
  options: DatabaseOptions,
): Promise<Database> {
  const driverOptions = new PoolDialect(pool, options.tracing)
  const orm = await MikroORM.init({ ...mappingOptions(options), clientUrl: url, driverOptions })
  const hears = directUrl !== undefined || pooling !== 'transaction'
  const notifications = new Notifications(directUrl ?? url, options.name, options.onHearing)
  const connect = () => pool.connect()
  const query = queryOn(connect, pooling, options.tracing)
  return databaseOf({
    orm,
    name: options.name,
    tracing: options.tracing,
    isShared: true,
    pooling,
    hears,
    query,
    queryIn,
    snapshot: (read) => inSnapshot(connect, read),
    alone: (lock, run) => whileLocked(pool, lock, run),
    listen: (channel, call) => (hears ? notifications.listen(channel, call) : lookInstead({ query }, call)),
    waiting: () => pool.waitingCount,
    async close() {
      await orm.close()
      await pool.end()
    },
  })
}
