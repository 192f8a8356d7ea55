import type { Worker } from 'node:cluster'
import type { MetricsReading } from '../../metrics/metrics.ts'
import { LastCounts } from './last-counts.ts'
import { hear, type Measurements, say } from './messages.ts'

/** How long a worker may take to send its measurements, in milliseconds: longer than the database has for its part. */
const PATIENCE = 5_000

let asked = 0

/**
 * In the supervisor: when a worker reads metrics, asks all serving workers for their measurements, and sends the reader all of them, with the counts of ended
 * workers. When one worker does not answer in time, sends none: a sum without it would look as if all had begun to count anew.
 */
export class SharedMetrics {
  readonly #patience: number
  /** Serving workers, each with its last measurements. */
  readonly #last = new Map<Worker, Measurements>()
  readonly #ended = new LastCounts()

  constructor(patience = PATIENCE) {
    this.#patience = patience
  }

  /** Adds a worker once it serves, and answers its requests for metrics. */
  share(worker: Worker): void {
    hear(worker, 'running', () => this.#last.set(worker, []))
    hear(worker, 'read-metrics', ({ id }) => {
      void this.#read().then((measurements) => say(worker, { kind: 'metrics', id, measurements }))
    })
    worker.once('exit', () => {
      this.#ended.add(this.#last.get(worker) ?? [])
      this.#last.delete(worker)
    })
  }

  /** Returns the measurements of all workers; undefined when one does not answer. */
  async #read(): Promise<readonly Measurements[] | undefined> {
    const said = await Promise.all(Array.from(this.#last.keys(), (worker) => this.#ask(worker)))
    return said.every(Boolean) ? [...this.#last.values(), this.#ended.all()] : undefined
  }

  /** Asks a worker for its measurements, and keeps them. Resolves to whether it answered in time, or has ended. */
  #ask(worker: Worker): Promise<boolean> {
    const id = ++asked
    return new Promise((resolve) => {
      const settle = (isKnown: boolean) => {
        clearTimeout(late)
        unhear()
        worker.off('exit', gone)
        resolve(isKnown)
      }
      const gone = () => settle(true)
      const late = setTimeout(settle, this.#patience, false)
      const unhear = hear(worker, 'measured', ({ id: answered, measurements }) => {
        if (answered !== id) return
        if (measurements) this.#last.set(worker, measurements)
        settle(measurements !== undefined)
      })
      worker.once('exit', gone)
      say(worker, { kind: 'measure', id })
    })
  }
}

/** In a worker: reads the measurements of all workers, added up. */
export const sharedMetrics: MetricsReading = (registry) => {
  hear(process, 'measure', ({ id }) => {
    const answer = (measurements: Measurements | undefined) => say(process, { kind: 'measured', id, measurements })
    void registry()
      .then((own) => own.getMetricsAsJSON() as Promise<unknown> as Promise<Measurements>)
      .then(answer, () => answer(undefined))
  })
  return async () => {
    const { AggregatorRegistry } = await import('prom-client')
    const all = AggregatorRegistry.aggregate((await askOfAll()) as never)
    return { type: all.contentType, text: await all.metrics() }
  }
}

/** Returns the measurements of all workers, from the supervisor. Throws when one of them does not answer. */
function askOfAll(): Promise<readonly Measurements[]> {
  const id = ++asked
  return new Promise((resolve, reject) => {
    const unhear = hear(process, 'metrics', (message) => {
      if (message.id !== id) return
      unhear()
      if (message.measurements) resolve(message.measurements)
      else reject(new Error('A worker has not said what it measures.'))
    })
    say(process, { kind: 'read-metrics', id })
  })
}
