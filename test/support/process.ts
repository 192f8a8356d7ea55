import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = 'scripts/run.cjs'
const SOURCE = 'packages/api/src/main.ts'

/** The service as a process of its own, started as `npm start` starts it. */
export interface ServiceProcess {
  /** Everything it has written so far. */
  output(): string
  /** What of it went to the standard output. */
  log(): string
  /** Waits until it has written something, and returns the match. Rejects when it ends before. */
  written(pattern: RegExp): Promise<RegExpExecArray>
  /** Waits for its end, and returns its exit code. */
  exited(): Promise<number | null>
  /** Signals the launcher, which passes it on. */
  signal(name: NodeJS.Signals): void
  /** Signals the launcher and the service at once, as a terminal does; with SIGKILL nothing of them is left. */
  signalGroup(name: NodeJS.Signals): void
}

/** A `ROSTER_SECRET` for processes that share a database. */
export const SHARED_SECRET = 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE='

/** What a process cannot do without: where programs are, and what libfaketime says of the time when it is not the machine's. */
const KEPT = ['PATH', 'HOME', 'TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED']

/** This environment and nothing of ours. */
export function bare(environment: Record<string, string>): Record<string, string> {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), ...environment }
}

/** Makes a data directory whose database was made and is empty, so that a first start takes less time. */
export async function dataDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await cp(inject('cluster'), join(path, 'pgdata'), { recursive: true })
  return path
}

const running = new Set<ServiceProcess>()

/** Starts the service with this environment and nothing of ours. `cwd` is where its repository is: by default this one. */
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
    exited: () => ended,
    signal: (name) => void child.kill(name),
    signalGroup: (name) => void process.kill(-child.pid!, name),
  }
  running.add(service)
  void ended.then(() => running.delete(service))
  return service
}

/** Kills what the tests have left running. */
export async function killAll(): Promise<void> {
  const left = [...running]
  for (const service of left) service.signalGroup('SIGKILL')
  await Promise.all(left.map((service) => service.exited()))
}

/** Looks after each piece of output whether it is there. */
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
