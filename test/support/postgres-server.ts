import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isMissing } from './live.ts'
import { freePort } from './raw-requests.ts'
import { onServer, untilAnswering } from './template.ts'

/** A test's own PostgreSQL server, which the test may damage. */
export interface PostgresServer {
  /** URL of the server's only database, which is empty at first. */
  url: string
  /** Stops the server, orderly or like a crash, waits for `away` milliseconds, and starts it again. */
  restart(how: Ending, away: number): Promise<void>
  /** Ends the server, and keeps its data. */
  end(how: Ending): Promise<void>
  /** Starts the server after its end. */
  start(): Promise<void>
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

/** Folders that may have the programs of a server: those of Debian and others, the newest version first, then the PATH. */
const FOLDERS = [
  ...globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin']).toSorted(
    (a, b) => Number(/\d+/.exec(b)) - Number(/\d+/.exec(a)),
  ),
  ...(process.env['PATH'] ?? '').split(delimiter),
]

/** Whether tests that need their own PostgreSQL server are skipped. With `ROSTER_REQUIRE_INITDB=on` they run and fail. */
export const lacksPostgres = isMissing('initdb', 'INITDB', FOLDERS)

/** Signals that stop a server (PostgreSQL, "Shutting Down the Server"). */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

type Ending = keyof typeof SIGNALS

/** Without fsync, writes reach the operating system but not the disk. A crash of the server loses none of them, and tests try only that. */
const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']

/** Creates a server and starts it on a free port. */
export const startPostgres = (): Promise<PostgresServer> => startIn(makeCluster)

const hasGerman =
  existsSync('/usr/share/i18n/locales/de_DE') && globSync('/usr/share/locale/de/LC_MESSAGES/postgres-*.mo').length > 0

/**
 * Whether tests with a server that speaks German are skipped: they need its translation, and the definition of the locale. With
 * `ROSTER_REQUIRE_GERMAN=on` they run and fail.
 */
export const lacksGerman = lacksPostgres || (!hasGerman && process.env['ROSTER_REQUIRE_GERMAN'] !== 'on')

/** Creates a server that tells its errors in German, and starts it on a free port. */
export async function startGermanPostgres(): Promise<PostgresServer> {
  const locales = await mkdtemp(join(tmpdir(), 'roster-locales-'))
  await chmod(locales, 0o755)
  execFileSync('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(locales, 'de_DE.UTF-8')])
  const server = await startIn(makeCluster, ['lc_messages=de_DE.UTF-8'], { LOCPATH: locales })
  return {
    ...server,
    async stop() {
      await server.stop()
      await rm(locales, { recursive: true })
    },
  }
}

function makeCluster({ data, run }: Making): void {
  run('initdb', ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'])
}

/** A server that replays the writes of a primary, and is read-only until its promotion. */
export interface Standby extends PostgresServer {
  /** Pauses the replay. `resume` continues it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Promotes the standby: it accepts writes, on its own timeline. */
  promote(): Promise<void>
  /** Replays commits this number of milliseconds after they happened. */
  delay(milliseconds: number): Promise<void>
  /** Stops the server's processes, so that it does not answer. `thaw` continues them. */
  freeze(): void
  thaw(): void
}

/** Creates a standby of a running server (PostgreSQL, "Log-Shipping Standby Servers") and starts it. */
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
  /** Data directory of the server. */
  data: string
  /** Runs a program of PostgreSQL to its end. */
  run: (program: string, args: string[]) => void
}

/** Creates the data of a server in a new directory with `make`, and starts the server. */
async function startIn(make: (making: Making) => void, settings: readonly string[] = [], environment: object = {}) {
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
  const args = ['-D', data, '-p', port, ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])]
  let server: ChildProcess

  async function start(): Promise<void> {
    const env = { ...process.env, ...environment }
    server = spawn(join(programs, 'postgres'), args, { ...owner, env, cwd: directory, stdio: 'ignore' })
    await untilAnswering(url)
  }

  async function end(mode: Ending): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(SIGNALS[mode])
    await ended
  }

  /** Sends a signal to the server and its child processes. */
  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of [server.pid!, ...childrenOf(server.pid!)]) {
      try {
        process.kill(pid, name)
      } catch (error) {
        // The process has ended meanwhile.
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

/** Returns the folder with the programs of the newest server on this machine. Throws when there is none. */
export function folderOfPrograms(): string {
  const folder = FOLDERS.find((one) => existsSync(join(one, 'initdb')))
  if (folder === undefined) throw new Error('There is no initdb. Install the server of PostgreSQL 15 or later.')
  return folder
}

/** Returns the user that runs database servers: they refuse to run as root, so root runs them as `postgres`. */
export function ownerOf(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])))
  return { uid: uid!, gid: gid! }
}
