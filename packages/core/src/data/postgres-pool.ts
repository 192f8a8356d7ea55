import { type ClientBase, Pool, TypeOverrides } from 'pg'
import type { DatabaseOptions } from './options.ts'
import type { Pooling } from './pooling.ts'
import { ReadOnlyServer } from './read-only.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { columnParsers } from './types.ts'

/** How long a statement may take, in seconds, where nothing else is said. */
const STATEMENT_TIMEOUT = 60

const connectionOptions = (statementTimeout: number) =>
  Object.entries({ ...SESSION_SETTINGS, statement_timeout: `${statementTimeout}s` })
    .map(([setting, value]) => `-c ${setting}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ')

/** How long a server may take to let somebody in, and then to answer for the first time, in milliseconds. */
const PATIENCE = 5_000

/** How much later than that the server's answer may come, in milliseconds. */
const DELAY = 5_000

/** How long a connection is used, in seconds. With it go the plans that it keeps, which may have been made while a table was empty. */
const LIFETIME = 600

interface PoolOptions extends Pick<DatabaseOptions, 'name' | 'connections' | 'statementTimeout'> {
  /** What stands before the server. A pooler opens sessions as it is configured, and refuses options of ours. Default: nothing. */
  pooling?: Pooling
  /** Whether it only reads, and a standby may answer. Default: false. */
  readsOnly?: boolean
  /** How long a connection may be waited for, in milliseconds. Default: five seconds. */
  patience?: number
  /** How long a connection is used before another takes its place, in seconds. Default: ten minutes. */
  lifetime?: number
}

/** Connections to a server, by the name of an application: at most so many at once, each opened when it is first needed. */
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
    // The server ends every statement in its time. What has not come by then will not come: the connection passes nothing on any more.
    ...(statementTimeout > 0 && { query_timeout: statementTimeout * 1_000 + DELAY }),
    application_name: name,
    ...(pooling === 'none' && { options: connectionOptions(statementTimeout) }),
  })
  // A connection that breaks tells whoever has it by their next query, and the pool replaces one that nobody has. Without a listener
  // the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Reads of a standby would be older than what was acknowledged, and readers of the log would be told that it has lost what it has not got yet. */
async function requirePrimary(client: ClientBase): Promise<void> {
  const question = { text: 'show transaction_read_only', query_timeout: PATIENCE }
  const { rows } = await client.query<{ transaction_read_only: 'on' | 'off' }>(question)
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer()
}
