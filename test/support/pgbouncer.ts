import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isMissing } from './live.ts'
import { ownerOf } from './postgres-server.ts'
import { freePort } from './raw-requests.ts'
import { untilAnswering } from './template.ts'

/** Folders that may have PgBouncer: those of the PATH, and that of Debian and others. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

/** Whether tests behind PgBouncer are skipped. With `ROSTER_REQUIRE_SERVERS=on` they run and fail. */
export const lacksPgBouncer = isMissing('pgbouncer', 'SERVERS', FOLDERS)

/** A test's own PgBouncer. */
export interface PgBouncer {
  /** URL of the database through PgBouncer. */
  url: string
  stop(): Promise<void>
}

/** When PgBouncer gives a server connection to another client. */
export type PoolMode = 'session' | 'transaction'

/** Starts a PgBouncer in front of a server. `sessions` is the number of server connections for all clients. */
export async function startPgBouncer(server: string, mode: PoolMode, sessions = 20): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, pathname } = new URL(server)
  const directory = await mkdtemp(join(tmpdir(), 'roster-pgbouncer-'))
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${sessions}
max_client_conn = 1000
`,
  )
  const owner = ownerOf()
  if ('uid' in owner) await chown(directory, owner.uid, owner.gid)
  const env = { ...process.env, PATH: FOLDERS.join(delimiter) }
  const pgbouncer = spawn('pgbouncer', [file], { ...owner, env, cwd: directory, stdio: 'ignore' })
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  await untilAnswering(url)
  return { url, stop: () => end(pgbouncer, directory) }
}

async function end(pgbouncer: ChildProcess, directory: string): Promise<void> {
  const ended = once(pgbouncer, 'exit')
  pgbouncer.kill('SIGTERM')
  await ended
  await rm(directory, { recursive: true })
}
