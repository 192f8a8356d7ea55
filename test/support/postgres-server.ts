import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'
import { isMissing } from './live.ts'
import { PATIENCE } from './patience.ts'
import { freePort } from './raw-requests.ts'
import { onServer } from './template.ts'

/** A PostgreSQL server of a test's own, which the test may harm. */
export interface PostgresServer {
  /** Its one database, which is empty at first. */
  url: string
  /** Stops it, in order or as a crash does, keeps it away for so many milliseconds, and starts it anew. */
  restart(how: Ending, away: number): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/** Where the programs of a server may be: on the PATH, or where Debian and others put them, the newest first. */
const FOLDERS = [
  ...globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin']).toSorted(
    (a, b) => Number(/\d+/.exec(b)) - Number(/\d+/.exec(a)),
  ),
  ...(process.env['PATH'] ?? '').split(delimiter),
]

/** Whether tests that need a server of their own are skipped; with `ROSTER_REQUIRE_INITDB=on` they run, and fail. */
export const lacksPostgres = isMissing('initdb', 'INITDB', FOLDERS)

/** How a server is stopped (PostgreSQL, "Shutting Down the Server"). */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

type Ending = keyof typeof SIGNALS

/** What is written reaches the system and not the disk: a crash of the server loses nothing of it, and only that is tried here. */
const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']

/** Makes a server and starts it on a free port. */
export async function startPostgres(): Promise<PostgresServer> {
  const owner = ownerOf()
  const directory = await mkdtemp(join(tmpdir(), 'roster-postgres-'))
  if ('uid' in owner) await chown(directory, owner.uid, owner.gid)
  const programs = folderOfPrograms()
  const data = join(directory, 'data')
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  execFileSync(join(programs, 'initdb'), ['-D', data, ...how], { ...owner, cwd: directory, stdio: 'ignore' })

  const port = String(await freePort())
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const args = ['-D', data, '-p', port, ...SETTINGS.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess

  async function start(): Promise<void> {
    server = spawn(join(programs, 'postgres'), args, { ...owner, cwd: directory, stdio: 'ignore' })
    await vi.waitFor(() => onServer(url, 'select 1'), { timeout: PATIENCE, interval: 50 })
  }

  async function end(mode: Ending): Promise<void> {
    const ended = once(server, 'exit')
    server.kill(SIGNALS[mode])
    await ended
  }

  await start()
  return {
    url,
    async restart(mode, away) {
      await end(mode)
      await wait(away)
      await start()
    },
    async stop() {
      await end('immediate')
      await rm(directory, { recursive: true })
    },
  }
}

function folderOfPrograms(): string {
  const folder = FOLDERS.find((one) => existsSync(join(one, 'initdb')))
  if (folder === undefined) throw new Error('There is no initdb. Install the server of PostgreSQL 15 or later.')
  return folder
}

/** Servers of databases refuse to run as root, and are `postgres` then. */
export function ownerOf(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])))
  return { uid: uid!, gid: gid! }
}
