import { Pool, TypeOverrides } from 'pg'
import { columnParsers } from './types.ts'

/** Queries are short, so nothing is compiled for them; and reading here and there costs little more than reading on, as on any SSD. */
const sessionOptions =
  '-c timezone=UTC -c idle_in_transaction_session_timeout=10s -c statement_timeout=60s -c jit=off -c random_page_cost=1.1'

/** Connections to a server: at most `max` at once, each opened when it is first needed. */
export function createPool(connectionString: string, max = 10): Pool {
  const types = new TypeOverrides()
  for (const [oid, parse] of Object.entries(columnParsers)) types.setTypeParser(Number(oid), parse)
  const pool = new Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'roster',
    options: sessionOptions,
  })
  // A connection that breaks tells whoever has it by their next query, and the pool replaces one that nobody has. Without a listener
  // the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
