import cluster, { type Worker } from 'node:cluster'
import type { MetricsReading } from '../../metrics/metrics.ts'
import { hear, type Measurements, say } from './messages.ts'

/** How long a worker may take to say what it measures, in milliseconds; one that is busy for longer is left out. */
const PATIENCE = 2_000

let asked = 0

/** In the supervisor: whenever a worker wants to read metrics, asks all of them, and gives it what they say. */
export function shareMetrics(worker: Worker): void {
  hear(worker, 'read-metrics', ({ id }) => {
    void measuredByAll().then((measurements) => say(worker, { kind: 'metrics', id, measurements }))
  })
}

async function measuredByAll(): Promise<Measurements[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const measured = await Promise.all(workers.map(measurementsOf))
  return measured.filter((measurements) => measurements !== undefined)
}

/** What a worker measures; undefined where it does not say so in time. */
function measurementsOf(worker: Worker): Promise<Measurements | undefined> {
  const id = ++asked
  return new Promise((resolve) => {
    const late = setTimeout(() => settle(undefined), PATIENCE)
    const unhear = hear(worker, 'measured', (message) => message.id === id && settle(message.measurements))
    const gone = () => settle(undefined)
    worker.once('exit', gone)
    function settle(measurements: Measurements | undefined): void {
      clearTimeout(late)
      unhear()
      worker.off('exit', gone)
      resolve(measurements)
    }
    say(worker, { kind: 'measure', id })
  })
}

/** In a worker: reads what all workers measure, added up. */
export const sharedMetrics: MetricsReading = (registry) => {
  hear(process, 'measure', ({ id }) => {
    const answer = (measurements: Measurements) => say(process, { kind: 'measured', id, measurements })
    void registry()
      .then((own) => own.getMetricsAsJSON())
      .then(answer, () => answer([]))
  })
  return async () => {
    const { AggregatorRegistry } = await import('prom-client')
    const all = AggregatorRegistry.aggregate((await askOfAll()) as never)
    return { type: all.contentType, text: await all.metrics() }
  }
}

/** What all workers measure, by way of the supervisor. */
function askOfAll(): Promise<readonly Measurements[]> {
  const id = ++asked
  return new Promise((resolve) => {
    const unhear = hear(process, 'metrics', (message) => {
      if (message.id !== id) return
      unhear()
      resolve(message.measurements)
    })
    say(process, { kind: 'read-metrics', id })
  })
}
