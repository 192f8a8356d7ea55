import { Pool, TypeOverrides } from 'pg'
import type { DatabaseOptions } from './options.ts'
import { columnParsers } from './types.ts'

/** Queries are short, so nothing is compiled for them; and reading here and there costs little more than reading on, as on any SSD. */
const connectionOptions = (statementTimeout: number) =>
  `-c timezone=UTC -c idle_in_transaction_session_timeout=10s -c statement_timeout=${statementTimeout}s -c jit=off -c random_page_cost=1.1`

/** How long a connection is used, in seconds. With it go the plans that it keeps, which may have been made while a table was empty. */
const LIFETIME = 600

interface PoolOptions extends Pick<DatabaseOptions, 'name' | 'connections' | 'statementTimeout'> {
  /** How long a connection is used before another takes its place, in seconds. Default: ten minutes. */
  lifetime?: number
}

/** Connections to a server, by the name of an application: at most so many at once, each opened when it is first needed. */
export function createPool(
  connectionString: string,
  { name, connections: max = 10, statementTimeout = 60, lifetime: maxLifetimeSeconds = LIFETIME }: PoolOptions,
): Pool {
  const types = new TypeOverrides()
  for (const [oid, parse] of Object.entries(columnParsers)) types.setTypeParser(Number(oid), parse)
  const pool = new Pool({
    connectionString,
    max,
    maxLifetimeSeconds,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: name,
    options: connectionOptions(statementTimeout),
  })
  // A connection that breaks tells whoever has it by their next query, and the pool replaces one that nobody has. Without a listener
  // the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
