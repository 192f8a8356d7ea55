import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { hear, say } from './messages.ts'
import { shareMetrics } from './shared-metrics.ts'

/** What the first worker says of the service once it runs. */
export interface Running {
  url: string
  /** Secret of the administrator's key, where this start made it. */
  firstKey: string | undefined
}

export interface SupervisorOptions {
  /** How many workers there are. */
  count: number
  /** What their environment has besides that of this process. */
  environment: Record<string, string>
  logger: Logger
}

/** A worker ended before it ran. It has said why. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'

  constructor(pid: number | undefined) {
    super(`Worker ${pid} ended before it served anything; it has said why above.`)
  }
}

/** How long to wait before another start after one that failed, in milliseconds: twice as long each time. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000

/** Keeps a number of processes at work that run this program and share its ports. One that ends unasked is replaced. */
export class Supervisor {
  readonly #options: SupervisorOptions
  /** Those that serve, or are about to. */
  readonly #active = new Set<Worker>()
  #renewal = Promise.resolve()
  #isStopping = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Starts the first worker, which prepares the database, and then the others. Throws `WorkerFailed`. */
  async start(): Promise<Running> {
    try {
      const running = await this.#begin()
      await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#begin()))
      return running
    } catch (error) {
      // Whoever stops it ends this process.
      return this.#isStopping ? new Promise(() => {}) : Promise.reject(error)
    }
  }

  /** Replaces every worker by a new one, one after another: an old one retires when its successor serves. */
  renew(): Promise<void> {
    this.#renewal = this.#renewal.then(() => this.#renewAll())
    return this.#renewal
  }

  async #renewAll(): Promise<void> {
    const present = Array.from(this.#active)
    for (const worker of present) if (!(await this.#succeed(worker))) return
  }

  /** Stops all workers as at a SIGTERM, and waits for their ends. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map(endOf)
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
  }

  /** Starts a worker, and watches over it from when on it runs. Throws `WorkerFailed`. */
  async #begin(): Promise<Running> {
    const worker = cluster.fork(this.#options.environment)
    this.#active.add(worker)
    shareMetrics(worker)
    const running = await firstWords(worker).catch((error: unknown) => {
      this.#active.delete(worker)
      throw error
    })
    worker.once('exit', (code, signal) => void this.#replace(worker, code, signal))
    return running
  }

  /** Puts a new worker in the place of one that still serves. Returns whether it could. */
  async #succeed(worker: Worker): Promise<boolean> {
    // One that ends on its own from here on has its successor already on the way.
    if (this.#isStopping || !this.#active.delete(worker)) return true
    const ended = endOf(worker)
    try {
      await this.#begin()
    } catch (error) {
      this.#options.logger.error({ err: error }, 'A worker could not be renewed; those that serve go on')
      if (worker.isDead()) await this.#refill()
      else this.#active.add(worker)
      return false
    }
    say(worker, { kind: 'retire' })
    await ended
    return true
  }

  /** Puts a new worker in the place of one that has ended, if that was to go on. */
  async #replace(worker: Worker, code: number, signal: string): Promise<void> {
    if (!this.#active.delete(worker) || this.#isStopping) return
    const { logger } = this.#options
    logger.error({ worker: worker.process.pid, code, signal }, 'A worker has ended; another takes its place')
    await this.#refill()
  }

  /** Starts a worker more, with as many attempts as it takes. */
  async #refill(): Promise<void> {
    for (let pause = FIRST_PAUSE; !this.#isStopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const begun = await this.#begin().catch((error: unknown) => error)
      if (!(begun instanceof Error)) return
      this.#options.logger.error({ err: begun, pause }, 'A worker did not start; another attempt follows')
      await wait(pause)
    }
  }
}

const endOf = (worker: Worker): Promise<void> => new Promise((resolve) => worker.once('exit', () => resolve()))

/** What a worker says when it runs. Throws `WorkerFailed` where it ends before. */
function firstWords(worker: Worker): Promise<Running> {
  return new Promise((resolve, reject) => {
    hear(worker, 'running', resolve)
    worker.once('exit', () => reject(new WorkerFailed(worker.process.pid)))
  })
}
