import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { hear, type Of, say, type WorkerMessage } from './messages.ts'
import { LAST_REQUESTS } from './retire.ts'
import { SharedMetrics } from './shared-metrics.ts'

/** Facts about a service that are shown once all of its workers run. */
export interface Announced {
  url: string
  /** Secret of the administrator's key when this start created it. */
  firstKey: string | undefined
}

export interface SupervisorOptions {
  /** Number of workers. */
  count: number
  /** Environment variables of workers, beside those of this process. */
  environment: Record<string, string>
  logger: Logger
  /** How long workers may take to stop before they are killed, in milliseconds. Default: 14 seconds, longer than they give themselves. */
  patience?: number
  /** How long a worker must have served to be replaced at once when it ends, in milliseconds. Default: half a minute. */
  lasting?: number
}

/** Thrown when a worker ended before it served, and has said why; or when none could be started. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'

  constructor(pid: number | undefined, cause?: Error) {
    const reason = cause
      ? `No worker could be started: ${cause.message}. Give the user of this process more processes and memory, or have fewer workers.`
      : `Worker ${pid} ended before it served anything; it has said why above.`
    super(reason, { cause })
  }
}

/** How long workers may take to stop, in milliseconds: more than the twelve seconds after which they no longer wait for unfinished work. */
const LONGEST_STOP = 14_000

/** How long a worker must have served for its end to say nothing about the next one, in milliseconds. */
const LASTING = 30_000

/** Pause before another start after a worker that failed or did not last, in milliseconds: twice as long each time. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000

const longerThan = (pause: number): number => Math.min(Math.max(pause * 2, FIRST_PAUSE), LONGEST_PAUSE)

/** Keeps a number of processes running, which run this program and share its ports. A process that ends unexpectedly is replaced. */
export class Supervisor {
  readonly #options: SupervisorOptions
  /** Workers that serve, or are about to, each with its `running` message. */
  readonly #active = new Map<Worker, Promise<unknown>>()
  readonly #metrics = new SharedMetrics()
  #renewal: Promise<unknown> = Promise.resolve()
  #isStopping = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Starts all workers. Throws `WorkerFailed` where one does not start. */
  async start(): Promise<Announced> {
    const starting = this.#startAll()
    this.#renewal = starting.catch(() => {})
    try {
      return await starting
    } catch (error) {
      // The code that called `stop` ends this process.
      return this.#isStopping ? new Promise(() => {}) : Promise.reject(error)
    }
  }

  /**
   * Starts the first worker, which prepares the database, and then the others. The administrator's key is created once all run: a failed start shows no key.
   */
  async #startAll(): Promise<Announced> {
    const { worker, url } = await this.#begin()
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#begin()))
    const told = said(worker, 'first-key')
    say(worker, { kind: 'make-first-key' })
    return { url, firstKey: (await told).firstKey }
  }

  /** Replaces every worker by a new one, one after another, once all have started. An old worker retires when its successor serves. */
  renew(): Promise<void> {
    const renewal = this.#renewal.then(() => this.#renewAll())
    this.#renewal = renewal
    return renewal
  }

  async #renewAll(): Promise<void> {
    const present = Array.from(this.#active)
    for (const [worker, running] of present) {
      // A worker that does not start has a successor, which begins after the renewal was asked for.
      await running.catch(() => {})
      if (!(await this.#succeed(worker, running))) return
    }
  }

  /** Stops all workers with SIGTERM, and waits for their ends. A worker that does not end in time is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    for (const worker of workers) worker.process.kill('SIGTERM')
    await this.#outlive(workers, 0)
  }

  /** Waits for the ends of workers that were told to stop, and may take some milliseconds more than a stop takes. A worker that does not end in time is killed. */
  async #outlive(workers: readonly Worker[], more: number): Promise<void> {
    const { logger, patience = LONGEST_STOP } = this.#options
    await Promise.race([Promise.all(workers.map(endOf)), wait(patience + more)])
    for (const { process: left } of workers.filter((worker) => !worker.isDead())) {
      logger.warn({ worker: left.pid }, 'A worker does not stop, and is killed')
      left.kill('SIGKILL')
    }
  }

  /**
   * Starts a worker, and replaces it when it ends. The successor of a worker that did not last begins after a pause. Throws `WorkerFailed` when the worker ends
   * before it serves.
   */
  async #begin(pause = 0): Promise<{ worker: Worker; url: string }> {
    const worker = cluster.fork(this.#options.environment)
    this.#metrics.share(worker)
    const running = said(worker, 'running').catch((error: unknown) => {
      this.#active.delete(worker)
      // A process that was never started does not end, either.
      if (worker.isDead()) delete cluster.workers?.[worker.id]
      throw error
    })
    this.#active.set(worker, running)
    const { url } = await running
    const begun = performance.now()
    worker.once('exit', (code, signal) => {
      const hasLasted = performance.now() - begun >= (this.#options.lasting ?? LASTING)
      void this.#replace(worker, { code, signal, pause: hasLasted ? 0 : pause })
    })
    return { worker, url }
  }

  /** Replaces a worker that still serves. Returns whether that succeeded. */
  async #succeed(worker: Worker, running: Promise<unknown>): Promise<boolean> {
    // From here on, the successor of a worker that ends by itself is already on its way.
    if (this.#isStopping || !this.#active.delete(worker)) return true
    try {
      await this.#begin()
    } catch (error) {
      this.#options.logger.error({ err: error }, 'A worker could not be renewed; those that serve go on')
      if (worker.isDead()) await this.#refill()
      else this.#active.set(worker, running)
      return false
    }
    say(worker, { kind: 'retire' })
    await this.#outlive([worker], LAST_REQUESTS)
    return true
  }

  /** Replaces a worker that has ended, unless its end was expected. */
  async #replace(worker: Worker, end: { code: number; signal: string; pause: number }): Promise<void> {
    if (!this.#active.delete(worker) || this.#isStopping) return
    this.#options.logger.error({ worker: worker.process.pid, ...end }, 'A worker has ended; another takes its place')
    await this.#refill(end.pause)
  }

  /** Starts one more worker after a pause, with as many attempts as it takes. */
  async #refill(pause = 0): Promise<void> {
    for (let next = pause; ; next = longerThan(next)) {
      await wait(next)
      if (this.#isStopping) return
      const begun = await this.#begin(longerThan(next)).catch((error: unknown) => error)
      if (!(begun instanceof Error)) return
      this.#options.logger.error(
        { err: begun, pause: longerThan(next) },
        'A worker did not start; another attempt follows',
      )
    }
  }
}

const endOf = (worker: Worker): Promise<void> =>
  new Promise((resolve) => (worker.isDead() ? resolve() : worker.once('exit', () => resolve())))

/** Returns the first message of a kind from a worker. Throws `WorkerFailed` when the worker ends before. */
function said<Kind extends WorkerMessage['kind']>(worker: Worker, kind: Kind): Promise<Of<Kind>> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: Error) => reject(new WorkerFailed(worker.process.pid, cause))
    hear(worker, kind, resolve)
    worker.on('error', fail)
    worker.once('exit', () => fail())
    if (worker.isDead()) fail()
  })
}
