import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isMissing } from './live.ts'
import { freePort } from './raw-requests.ts'
import { onServer, untilAnswering } from './template.ts'

/** A PostgreSQL server of a test's own, which the test may harm. */
export interface PostgresServer {
  /** Its one database, which is empty at first. */
  url: string
  /** Stops it, in order or as a crash does, keeps it away for so many milliseconds, and starts it anew. */
  restart(how: Ending, away: number): Promise<void>
  /** Ends it, and keeps its data. */
  end(how: Ending): Promise<void>
  /** Starts it after its end. */
  start(): Promise<void>
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
export const startPostgres = (): Promise<PostgresServer> =>
  startIn(({ data, run }) => {
    run('initdb', ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'])
  })

/** A server that replays what another one writes, and only reads until it is promoted. */
export interface Standby extends PostgresServer {
  /** Leaves it as it is at this moment, or lets it go on. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Lets it take writes of its own, on a history of its own. */
  promote(): Promise<void>
  /** Replays commits so many milliseconds after they happened. */
  delay(milliseconds: number): Promise<void>
  /** Keeps it from answering, and lets it go on. */
  freeze(): void
  thaw(): void
}

/** Makes a standby of a server that runs (PostgreSQL, "Log-Shipping Standby Servers") and starts it. */
export async function startStandby(primary: string): Promise<Standby> {
  const server = await startIn(({ data, run }) => {
    run('pg_basebackup', ['-D', data, '-d', primary, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'])
  })
  const { url, signal } = server
  return {
    ...server,
    pause: () => onServer(url, 'select pg_wal_replay_pause()'),
    resume: () => onServer(url, 'select pg_wal_replay_resume()'),
    async delay(milliseconds) {
      await onServer(url, `alter system set recovery_min_apply_delay = ${milliseconds}`)
      await onServer(url, 'select pg_reload_conf()')
    },
    promote: () => onServer(url, 'select pg_promote()'),

    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

interface Making {
  /** Where its data belong. */
  data: string
  /** Runs a program of PostgreSQL to its end. */
  run: (program: string, args: string[]) => void
}

/** Starts a server in a new directory, once its data are made there. */
async function startIn(make: (making: Making) => void) {
  const owner = ownerOf()
  const directory = await mkdtemp(join(tmpdir(), 'roster-postgres-'))
  if ('uid' in owner) await chown(directory, owner.uid, owner.gid)
  const programs = folderOfPrograms()
  const data = join(directory, 'data')
  make({
    data,
    run: (program, args) =>
      void execFileSync(join(programs, program), args, { ...owner, cwd: directory, stdio: 'ignore' }),
  })

  const port = String(await freePort())
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const args = ['-D', data, '-p', port, ...SETTINGS.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess

  async function start(): Promise<void> {
    server = spawn(join(programs, 'postgres'), args, { ...owner, cwd: directory, stdio: 'ignore' })
    await untilAnswering(url)
  }

  async function end(mode: Ending): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(SIGNALS[mode])
    await ended
  }

  /** Sends a signal to it and to each process of its own. */
  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of [server.pid!, ...childrenOf(server.pid!)]) {
      try {
        process.kill(pid, name)
      } catch (error) {
        // It has ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  await start()
  return {
    url,
    end,
    signal,
    start,
    async restart(mode: Ending, away: number) {
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

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)

/** Where the programs of the newest server on this machine are. */
export function folderOfPrograms(): string {
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
