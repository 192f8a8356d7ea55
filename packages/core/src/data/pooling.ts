import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { DATABASE } from './database-identity.ts'

/** How long an answer may take, in milliseconds. */
const PATIENCE = 5_000

/** How long a notification may take to reach a connection that holds its session, in milliseconds. */
const HEARING = 250

/**
 * The pooler between a process and the server. Behind a pooler sessions begin as the pooler and the role set them, without options of this service. In
 * `transaction` mode each transaction may meet another session, so that no prepared statement and no LISTEN lasts.
 */
export type Pooling = 'none' | 'session' | 'transaction'

/** What is known of the server or pooler at an address. */
export interface Answering {
  pooling: Pooling
  /** The identity of the database, which tells it from any other. */
  database: string
  /** Whether the server takes writes: a standby does not, nor does a server that is set to be read only. */
  takesWrites: boolean
  /** The version of the server, such as `15.18`. */
  version: string
  /** The encoding of the database, such as `UTF8`. */
  encoding: string
}

const who = `
  select pg_backend_pid() as process, ${DATABASE} as database, current_setting('transaction_read_only') = 'off' as "takesWrites",
    current_setting('server_version') as version, current_setting('server_encoding') as encoding`

/**
 * Returns what answers at an address: a server, or a pooler. A server begins each session with the number of the process that serves it (PostgreSQL, "Message
 * Formats", BackendKeyData). A pooler serves a session by many processes, and makes up a number, by which it later finds the query to cancel. The session
 * starts without options, since a pooler may refuse them. `patience` is how long an answer may take, in milliseconds; by default five seconds.
 */
export async function whoAnswers(url: string, name: string, patience = PATIENCE): Promise<Answering> {
  const client = clientOf(url, name, patience)
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Answering, 'pooling'> & { process: number }>(who)
    const { process, ...answering } = rows[0]!
    const isServer = announcedBy(client) === process
    return { ...answering, pooling: isServer ? 'none' : await modeOf(client, url, name) }
  } finally {
    await client.end().catch(ignore)
  }
}

/**
 * Returns the mode of a pooler. An idle connection hears what another one sends only while it has a session for itself. Any other outcome counts as
 * `transaction`, which asks less of the pooler.
 */
async function modeOf(client: Client, url: string, name: string): Promise<Pooling> {
  const channel = `${name}_${randomUUID().replaceAll('-', '')}`
  const heard = new Promise<Pooling>((resolve) => client.on('notification', () => resolve('session')))
  const other = clientOf(url, name)
  try {
    // A standby refuses LISTEN.
    await client.query(`listen ${channel}`)
    await other.connect()
    await other.query(`notify ${channel}`)
    return await Promise.race([heard, wait(HEARING, 'transaction' as const)])
  } catch {
    return 'transaction'
  } finally {
    await other.end().catch(ignore)
  }
}

function clientOf(url: string, name: string, patience = PATIENCE): Client {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  // Without a listener a lost connection would end the process; the next query reports the loss.
  client.on('error', ignore)
  return client
}

/** Returns the number that a session began with, which `pg` keeps and its types leave out. */
const announcedBy = (client: Client) => (client as unknown as { processID: number }).processID

function ignore(): void {}
