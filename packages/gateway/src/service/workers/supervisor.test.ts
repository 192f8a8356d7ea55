import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Supervisor, WorkerFailed } from './supervisor.ts'

const COUNT = 2
const logger = pino({ level: 'silent' })

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
  forked = []
  heard = []
  cluster.on('fork', note)
  supervisor = new Supervisor({ count: COUNT, environment: {}, logger, patience: 500 })
})
afterEach(async () => {
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
  tell(stubborn!, 'ignore signals')
  await expect.poll(() => heard).toContain('ignoring')
  const ended = once(stubborn!, 'exit')
  await supervisor.stop()
  expect(await ended).toEqual([null, 'SIGKILL'])
})
