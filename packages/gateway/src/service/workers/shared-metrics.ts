import type { Worker } from 'node:cluster'
import type { MetricsReading } from '../../metrics/metrics.ts'
import { LastCounts } from './last-counts.ts'
import { hear, type Measurements, say } from './messages.ts'

/** How long a worker may take to say what it measures, in milliseconds: longer than the database has for its part. */
const PATIENCE = 5_000

let asked = 0

/**
 * In the supervisor: whenever a worker wants to read metrics, asks all that serve, and gives it what they say, with what those counted that have ended. Where
 * one does not say it in time there is nothing to be given: a sum without it would look as if all had begun to count anew.
 */
export class SharedMetrics {
  readonly #patience: number
  /** Those that serve, each with what it said last. */
  readonly #last = new Map<Worker, Measurements>()
  readonly #ended = new LastCounts()

  constructor(patience = PATIENCE) {
    this.#patience = patience
  }

  /** Takes a worker in, once it serves, and asks others for it. */
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

  /** What all measure; undefined where one does not say. */
  async #read(): Promise<readonly Measurements[] | undefined> {
    const said = await Promise.all(Array.from(this.#last.keys(), (worker) => this.#ask(worker)))
    return said.every(Boolean) ? [...this.#last.values(), this.#ended.all()] : undefined
  }

  /** Asks a worker, and keeps what it says. Resolves to whether it said so in time, or has ended. */
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

/** In a worker: reads what all workers measure, added up. */
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

/** What all workers measure, by way of the supervisor. Throws where one of them does not say. */
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
