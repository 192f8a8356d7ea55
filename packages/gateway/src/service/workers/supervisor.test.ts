import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Supervisor, WorkerFailed } from './supervisor.ts'

const COUNT = 2

/** What is said of the workers. */
let lines: { pause?: number; err?: { message: string } }[]
const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })

const { execPath } = process
let supervisor: Supervisor
let forked: Worker[]
/** What workers have said, by kind. */
let heard: string[]

const note = (worker: Worker) => {
  forked.push(worker)
  worker.on('message', ({ kind }: { kind: string }) => heard.push(kind))
}

beforeAll(() => {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('worker.fixture.ts', import.meta.url)), execArgv: [] })
})
beforeEach(() => {
  lines = []
  forked = []
  heard = []
  cluster.on('fork', note)
  supervisor = new Supervisor({ count: COUNT, environment: {}, logger, patience: 500 })
})
afterEach(async () => {
  process.execPath = execPath
  await supervisor.stop()
  cluster.off('fork', note).off('fork', serve)
})

const tell = (worker: Worker, kind: string) => void worker.send({ kind })

const serve = (worker: Worker) => tell(worker, 'serve')

/** The nth worker that was ever started. */
async function nth(index: number): Promise<Worker> {
  await expect.poll(() => forked.length).toBeGreaterThan(index)
  return forked[index]!
}

const alive = () => forked.filter((worker) => !worker.isDead())

/** Starts all workers, and lets those that come later wait. */
async function startAll(): Promise<readonly Worker[]> {
  cluster.on('fork', serve)
  await supervisor.start()
  cluster.off('fork', serve)
  return [...forked]
}

test('the first key is made once all workers serve', async () => {
  const starting = supervisor.start()
  serve(await nth(0))
  const second = await nth(1)
  expect(heard).toEqual(['running'])
  serve(second)
  expect(await starting).toEqual({ url: 'http://localhost:3000', firstKey: 'rk_first' })
})

test('no key is made where one of them does not start', async () => {
  const starting = supervisor.start()
  serve(await nth(0))
  tell(await nth(1), 'fail')
  await expect(starting).rejects.toThrow(WorkerFailed)
  expect(heard).not.toContain('first-key')
})

/** Renews workers while another takes the place of one that was killed, and returns it when nothing but its start is left to wait for. */
async function renewDuringStart() {
  const [killed, other] = await startAll()
  const replaced = once(other!, 'exit')
  killed!.process.kill('SIGKILL')
  const starting = await nth(COUNT)
  cluster.on('fork', serve)
  const renewing = supervisor.renew()
  await replaced
  await turn()
  return { starting, renewing }
}

test('a renewal waits for a worker that is about to serve, and renews it too', async () => {
  const { starting, renewing } = await renewDuringStart()
  expect(forked).toHaveLength(COUNT + 2)
  serve(starting)
  await renewing
  expect(alive()).toEqual(forked.slice(COUNT + 1))
  expect(alive()).toHaveLength(COUNT)
})

test('where that one does not come to serve, another takes its place once', async () => {
  const { starting, renewing } = await renewDuringStart()
  tell(starting, 'fail')
  await renewing
  await expect.poll(() => heard.filter((kind) => kind === 'running')).toHaveLength(2 * COUNT)
  expect(alive()).toEqual(forked.slice(COUNT + 1))
  expect(alive()).toHaveLength(COUNT)
})

test('a worker that does not stop is killed', async () => {
  const [stubborn] = await startAll()
  tell(stubborn!, 'ignore all')
  await expect.poll(() => heard).toContain('ignoring')
  const ended = once(stubborn!, 'exit')
  await supervisor.stop()
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('a worker that does not retire is killed, and the others are renewed', async () => {
  const [stubborn, other] = await startAll()
  tell(stubborn!, 'ignore all')
  await expect.poll(() => heard).toContain('ignoring')
  const ended = once(stubborn!, 'exit')
  cluster.on('fork', serve)
  await supervisor.renew()
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(alive()).toEqual(forked.slice(COUNT))
  expect(other!.isDead()).toBe(true)
})

/** Kills the one worker there is as soon as it serves, several times, and returns how long each successor was waited for. */
async function killAgainAndAgain(options: { lasting?: number }): Promise<unknown[]> {
  supervisor = new Supervisor({ count: 1, environment: {}, logger, patience: 500, ...options })
  cluster.on('fork', serve)
  await supervisor.start()
  for (let index = 0; index < 3; index++) {
    const worker = await nth(index)
    await expect.poll(() => heard.filter((kind) => kind === 'running')).toHaveLength(index + 1)
    worker.process.kill('SIGKILL')
  }
  await nth(3)
  return lines.map(({ pause }) => pause)
}

test('workers that end soon after they began are replaced after pauses that grow', async () => {
  expect(await killAgainAndAgain({})).toEqual([0, 500, 1_000])
})

test('workers that have lasted are replaced at once', async () => {
  expect(await killAgainAndAgain({ lasting: 0 })).toEqual([0, 0, 0])
})

test('that no process can be started fails a start, and where workers serve another attempt follows', async () => {
  process.execPath = '/nowhere/node'
  await expect(supervisor.start()).rejects.toThrow('No worker could be started: spawn /nowhere/node ENOENT')
  expect(Object.keys(cluster.workers!)).toEqual([])
  process.execPath = execPath
  forked = []
  const [killed] = await startAll()
  process.execPath = '/nowhere/node'
  killed!.process.kill('SIGKILL')
  await expect
    .poll(() => lines.at(-1))
    .toMatchObject({ err: { message: expect.stringContaining('spawn') }, pause: 500 })
  cluster.on('fork', serve)
  process.execPath = execPath
  await expect.poll(() => alive().filter(({ process: { pid } }) => pid !== undefined)).toHaveLength(COUNT)
})
