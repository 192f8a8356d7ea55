import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Turn } from './turn.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What every start is told. Its settings are otherwise those of somebody who has none. */
const SETTINGS = { PORT: '0', LOG_LEVEL: 'warn', ROSTER_SECRET: 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE=' }

/** How long a service is left alone before it counts as idle, in milliseconds. */
const REST = 5_000

/** How long `npm start` takes until it says where the service runs, the memory of the service at its peak, and when it is idle. */
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
  /** The process that has started it. */
  pid: number
  stop(): Promise<void>
}

/** Runs the script that `npm start` runs, until the service has started. */
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

/** Memory of the program that a launcher has started, in MiB, as Linux counts it. */
async function memoryBelow(launcher: number): Promise<Pick<Turn, 'peak' | 'memory'>> {
  const [pid] = (await readFile(`/proc/${launcher}/task/${launcher}/children`, 'utf8')).split(' ')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const figureOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1_024
  return { peak: figureOf('VmHWM'), memory: figureOf('VmRSS') }
}
