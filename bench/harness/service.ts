import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Turn } from './turn.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Settings of every start. All others have their defaults. */
const SETTINGS = { PORT: '0', LOG_LEVEL: 'warn', ROSTER_SECRET: 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE=' }

/** Time without requests after which a service counts as idle, in milliseconds. */
const REST = 5_000

/** Measures the time of `npm start` until it prints the URL of the service, and the service's memory at the peak and when idle. */
export async function timeService(environment: NodeJS.ProcessEnv): Promise<Turn> {
  const before = performance.now()
  const service = await startService(environment)
  const seconds = (performance.now() - before) / 1_000
  try {
    await pause(REST)
    return { seconds, ...(await memoryBelow(service.pid)) }
  } finally {
    await service.stop()
  }
}

/** Roster as `npm start` runs it. */
export interface RunningService {
  url: string
  /** Process identifier of the launcher, which started the service. */
  pid: number
  stop(): Promise<void>
}

/** Runs the script of `npm start`, and resolves when the service has started. Throws when the service ends before that. */
export async function startService(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const { scripts } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8'))
  const env = { ...process.env, ...SETTINGS, ...environment }
  const launcher = spawn(scripts.start, { shell: true, cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  for await (const piece of launcher.stderr.iterator({ destroyOnReturn: false })) {
    const [, url] = /is running at (\S+)\n/.exec((said += piece)) ?? []
    if (url !== undefined) return { url, pid: launcher.pid!, stop: () => end(launcher) }
  }
  throw new Error(`The service did not start: ${said}`)
}

async function end(launcher: ChildProcess): Promise<void> {
  const exited = once(launcher, 'exit')
  launcher.kill('SIGTERM')
  await exited
}

/** Returns the memory of the program that a launcher has started, in MiB, from Linux's /proc. */
async function memoryBelow(launcher: number): Promise<Pick<Turn, 'peak' | 'memory'>> {
  const [pid] = (await readFile(`/proc/${launcher}/task/${launcher}/children`, 'utf8')).split(' ')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const figureOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1_024
  return { peak: figureOf('VmHWM'), memory: figureOf('VmRSS') }
}
