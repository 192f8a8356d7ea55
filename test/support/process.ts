import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = 'scripts/run.cjs'
const SOURCE = 'packages/api/src/main.ts'

/** The service in its own process, started like `npm start`. */
export interface ServiceProcess {
  /** Returns the output so far, of both streams. */
  output(): string
  /** Returns the standard output so far. */
  log(): string
  /** Waits until the output matches a pattern, and returns the match. Rejects when the process ends before that. */
  written(pattern: RegExp): Promise<RegExpExecArray>
  /** Waits until the service runs. Returns its URL, and the administrator's key that it has printed, or an empty string when it has printed none. */
  ready(): Promise<{ url: string; key: string }>
  /** Waits for the end of the process, and returns its exit code. */
  exited(): Promise<number | null>
  /** Signals the launcher, which passes the signal on. */
  signal(name: NodeJS.Signals): void
  /** Signals the launcher and the service together, as a terminal does. SIGKILL ends both. */
  signalGroup(name: NodeJS.Signals): void
}

/** A `ROSTER_SECRET` for processes that share a database. */
export const SHARED_SECRET = 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE='

/** Variables that a process needs: the paths of programs, and libfaketime's settings of the time. */
const KEPT = ['PATH', 'HOME', 'TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED']

/** Returns an environment with these variables, and of this process's only the `KEPT` ones. */
export function bare(environment: Record<string, string>): Record<string, string> {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), ...environment }
}

/** Creates a data directory with an empty database, so that the first start takes less time. */
export async function dataDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await cp(inject('cluster'), join(path, 'pgdata'), { recursive: true })
  return path
}

const running = new Set<ServiceProcess>()

/** Starts the service with this environment only. `cwd` is the root of its repository; default: this one. */
export function launch(environment: Record<string, string>, args: string[] = [], cwd = ROOT): ServiceProcess {
  return launched([LAUNCHER, SOURCE, ...args], { cwd, environment })
}

export function launched(
  command: string[],
  { cwd, environment }: { cwd: string; environment: Record<string, string> },
): ServiceProcess {
  const env = bare({ PORT: '0', ...environment })
  const child = spawn(process.execPath, command, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, log] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (log += String(chunk)))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += String(chunk)))
  const ended = once(child, 'close').then(([code]) => code as number | null)

  const service: ServiceProcess = {
    output: () => output,
    log: () => log,
    written: (pattern) => waitFor(child, () => pattern.exec(output)),
    async ready() {
      const [said, url] = await service.written(/ is running at (\S+)[^]*?\n\n/)
      return { url: url!, key: /shown only this once: (\S+)/.exec(said)?.[1] ?? '' }
    },
    exited: () => ended,
    signal: (name) => void child.kill(name),
    signalGroup: (name) => void process.kill(-child.pid!, name),
  }
  running.add(service)
  void ended.then(() => running.delete(service))
  return service
}

/** Kills the processes that the tests have left running. */
export async function killAll(): Promise<void> {
  const left = [...running]
  for (const service of left) service.signalGroup('SIGKILL')
  await Promise.all(left.map((service) => service.exited()))
}

/** Calls `look` after each piece of output until it returns a result. Rejects when the process ends before that. */
function waitFor<Result>(child: ChildProcess, look: () => Result | null): Promise<Result> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const found = look()
      if (found !== null) resolve(found)
    }
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', check)
    child.on('close', (code) => {
      reject(new Error(`The process ended with ${code} before it wrote what the test waits for.`))
    })
    check()
  })
}
