import { type ClientBase, Pool, TypeOverrides } from 'pg'
import type { DatabaseOptions } from './options.ts'
import type { Pooling } from './pooling.ts'
import { ReadOnlyServer } from './read-only.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { columnParsers } from './types.ts'

/** Default limit of a statement, in seconds. */
const STATEMENT_TIMEOUT = 60

const connectionOptions = (statementTimeout: number) =>
  Object.entries({ ...SESSION_SETTINGS, statement_timeout: `${statementTimeout}s` })
    .map(([setting, value]) => `-c ${setting}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ')

/** How long a server may take to accept a connection, and then to answer for the first time, in milliseconds. */
const PATIENCE = 5_000

/** How much later than the limit of a statement the server's answer may come, in milliseconds. */
const DELAY = 5_000

/** How long a connection is used, in seconds. Its plans end with it; they may date from when a table was empty. */
const LIFETIME = 600

interface PoolOptions extends Pick<DatabaseOptions, 'name' | 'connections' | 'statementTimeout'> {
  /** The pooler before the server. A pooler opens sessions as it is configured, and refuses options of this service. Default: none. */
  pooling?: Pooling
  /** Whether the pool only reads, so that a standby may answer. Default: false. */
  readsOnly?: boolean
  /** How long a caller waits for a connection, in milliseconds. Default: five seconds. */
  patience?: number
  /** How long a connection is used before it is replaced, in seconds. Default: ten minutes. */
  lifetime?: number
}

/** Returns a pool of connections to a server, by the name of an application: at most `connections` at once, each opened when it is first needed. */
export function createPool(
  connectionString: string,
  {
    name,
    connections: max = 10,
    pooling = 'none',
    statementTimeout = STATEMENT_TIMEOUT,
    patience: connectionTimeoutMillis = PATIENCE,
    readsOnly = false,
    lifetime: maxLifetimeSeconds = LIFETIME,
  }: PoolOptions,
): Pool {
  const types = new TypeOverrides()
  for (const [oid, parse] of Object.entries(columnParsers)) types.setTypeParser(Number(oid), parse)
  const pool = new Pool({
    connectionString,
    max,
    maxLifetimeSeconds,
    types,
    connectionTimeoutMillis,
    ...(!readsOnly && { verify: (client, done) => void requirePrimary(client).then(() => done(), done) }),
    keepAlive: true,
    // The server ends every statement at its limit. An answer that has not come by then will not come: the connection transmits nothing any more.
    ...(statementTimeout > 0 && { query_timeout: statementTimeout * 1_000 + DELAY }),
    application_name: name,
    ...(pooling === 'none' && { options: connectionOptions(statementTimeout) }),
  })
  // The user of a broken connection learns of it by the next query, and the pool replaces an idle one. Without a listener the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Throws `ReadOnlyServer` for a standby: its reads would be older than what was acknowledged, and readers of the event log would be told that events are lost
 * which it has not received yet.
 */
async function requirePrimary(client: ClientBase): Promise<void> {
  const question = { text: 'show transaction_read_only', query_timeout: PATIENCE }
  const { rows } = await client.query<{ transaction_read_only: 'on' | 'off' }>(question)
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer()
}
