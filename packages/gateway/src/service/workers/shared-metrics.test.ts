import type { Worker } from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import type { Measurements, Of } from './messages.ts'
import { SharedMetrics } from './shared-metrics.ts'

/** How long a worker has for an answer. */
const PATIENCE = 50

/** A worker that serves, and has answered so many requests. */
class FakeWorker extends EventEmitter {
  served: number | undefined = 0

  send(message: Of<'measure'> | Of<'metrics'>): void {
    if (message.kind === 'metrics') this.emit('given', message.measurements)
    else if (this.served !== undefined)
      this.emit('message', { kind: 'measured', id: message.id, measurements: measured(this.served) })
  }

  run(): void {
    this.emit('message', { kind: 'running', url: 'http://localhost:3000' })
  }

  /** What it is given when it wants to read metrics. */
  async read(): Promise<readonly Measurements[] | undefined> {
    const given = once(this, 'given')
    this.emit('message', { kind: 'read-metrics', id: 1 })
    return (await given)[0]
  }
}

const measured = (served: number): Measurements => [
  { name: 'requests_total', type: 'counter', values: [{ value: served, labels: { status: 200 } }] },
  {
    name: 'duration_seconds',
    type: 'histogram',
    values: [
      { value: served, labels: { le: '+Inf' }, metricName: 'duration_seconds_bucket' },
      { value: served / 2, labels: {}, metricName: 'duration_seconds_sum' },
    ],
  },
  { name: 'memory_bytes', type: 'gauge', values: [{ value: 1_000, labels: {} }] },
]

function start(count: number): { metrics: SharedMetrics; workers: FakeWorker[]; fork: () => FakeWorker } {
  const metrics = new SharedMetrics(PATIENCE)
  const fork = () => {
    const worker = new FakeWorker()
    metrics.share(worker as unknown as Worker)
    return worker
  }
  const workers = Array.from({ length: count }, fork)
  for (const worker of workers) worker.run()
  return { metrics, workers, fork }
}

/** The sum of each part of a metric. */
function sums(given: readonly Measurements[] | undefined): Record<string, number> | undefined {
  if (!given) return undefined
  const found: Record<string, number> = {}
  for (const { name, values } of given.flat())
    for (const { metricName = name, value } of values) found[metricName] = (found[metricName] ?? 0) + value
  return found
}

const sumsOf = (served: number, workers: number) => ({
  requests_total: served,
  duration_seconds_bucket: served,
  duration_seconds_sum: served / 2,
  memory_bytes: workers * 1_000,
})

test('what workers had counted is counted when they have ended, and nothing else of them', async () => {
  const { workers, fork } = start(3)
  const [first, second, reader] = workers as [FakeWorker, FakeWorker, FakeWorker]
  Object.assign(first, { served: 4 })
  Object.assign(second, { served: 6 })
  expect(sums(await reader.read())).toEqual(sumsOf(10, 3))
  first.emit('exit')
  second.emit('exit')
  const next = fork()
  expect(sums(await reader.read())).toEqual(sumsOf(10, 1))
  next.run()
  next.served = 1
  expect(sums(await reader.read())).toEqual(sumsOf(11, 2))
})

test('one that ends while it is asked is counted as it was', async () => {
  const [worker, reader] = start(2).workers as [FakeWorker, FakeWorker]
  worker.served = 4
  await reader.read()
  worker.served = undefined
  const reading = reader.read()
  worker.emit('exit')
  expect(sums(await reading)).toEqual(sumsOf(4, 1))
})

test('where one does not say in time what it measures, nothing is told', async () => {
  const [worker, reader] = start(2).workers as [FakeWorker, FakeWorker]
  worker.served = undefined
  expect(await reader.read()).toBeUndefined()
  worker.served = 4
  expect(sums(await reader.read())).toEqual(sumsOf(4, 2))
})

test('one that is about to serve is not waited for', async () => {
  const { workers, fork } = start(1)
  fork().served = undefined
  expect(sums(await workers[0]!.read())).toEqual(sumsOf(0, 1))
})
