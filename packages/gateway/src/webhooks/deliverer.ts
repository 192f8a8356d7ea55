import {
  type Delivery,
  type DeliveryQueue,
  type EndpointLease,
  type Failure,
  type Feed,
  repeat,
  type Repetition,
  type Tracing,
} from '@roster/core/server'
import type { Dispatcher } from 'undici'
import type { Naming } from '@roster/core/contract'
import { attempt } from './attempt.ts'
import { type DeliveryCounters, newDeliveryCounters } from './counters.ts'
import { followNews } from './news.ts'

/** Most endpoints that are delivered to at once: this many that answer, and as many whose last attempt failed. */
const SLOTS = 100

/** Most deliveries in one batch of an endpoint: while slots are free, and while all are taken. */
const BATCH = { free: 100, full: 20 }

/** Interval of looking for due deliveries without a notification, in milliseconds. */
const POLL = 500

/** Least time between two looks for due deliveries, in milliseconds. */
const GAP = 10

/** Age from which on the rest of a batch is read again, in milliseconds: retries have become due meanwhile. */
const BATCH_AGE = 5_000

/** How long an endpoint is kept after its last delivery while slots are free, in milliseconds, since more deliveries may follow. */
const LINGER = 100

/** How long an attempt may take, in milliseconds. */
const TIMEOUT = 15_000

/** How long attempts in flight are given when the process stops, in milliseconds. */
const GRACE = 5_000

/** Interval of looking for deliveries whose events are deleted, and the pause between two batches of them, in milliseconds. */
const RETENTION = { interval: 60_000, pause: 20 }

const LABELS = { succeeded: 'succeeded', pending: 'retried', failed: 'failed' } as const

/** Options of a deliverer. */
export interface DelivererOptions {
  /** Names of the service that sends the deliveries. */
  naming: Naming
  queue: DeliveryQueue
  /** Reports new events, at once. */
  feed: Feed
  /** Returns the agent that makes the connections; called before the first attempt. The deliverer owns the agent and destroys it. */
  openAgent: () => Promise<Dispatcher>
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Called with the first error of an outage; the deliverer continues after it. */
  report: (error: unknown) => void
  /** Traces attempts. Default: they are not traced. */
  tracing?: Tracing | undefined
  /** Called for every endpoint that an attempt of this process disabled. Default: nothing. */
  onDisabled?: (notice: { endpoint_id: string; reason: 'gone' | 'failing' }) => void
  /** Most endpoints that are delivered to at once: this many that answer, and as many whose last attempt failed. Default: 100. */
  slots?: number
  /** How long an attempt may take, in milliseconds. Default: 15 seconds. */
  timeout?: number
  /** How long attempts in flight are given when the process stops, in milliseconds. Default: 5 seconds. */
  grace?: number
}

/**
 * Sends queued deliveries: for each endpoint one after another, in the order of the log. Any number of processes on one database share the work: an endpoint
 * is leased to one process at a time.
 */
export class Deliverer {
  readonly counters: DeliveryCounters = newDeliveryCounters()
  readonly #options: DelivererOptions
  readonly #stopping = new AbortController()
  readonly #givingUp = new AbortController()
  readonly #leases = new Map<EndpointLease, Promise<void>>()
  readonly #lanes: readonly Repetition[]
  readonly #kept: Repetition
  readonly #retention: Repetition
  readonly #news: Promise<void>
  readonly #ignoreQueue: (() => void)[]
  #told = Promise.withResolvers<void>()
  #agent: Promise<Dispatcher> | undefined
  #stopped: Promise<void> | undefined

  constructor(options: DelivererOptions) {
    this.#options = options
    const { queue, feed, report } = options
    this.#lanes = [this.#lane(false), this.#lane(true)]
    this.#kept = repeat(async () => (this.#tellKept(), LINGER), { report })
    this.#retention = repeat(async () => ((await queue.forget()) ? RETENTION.pause : RETENTION.interval), { report })
    this.#news = followNews(feed, () => this.#tell(), this.#stopping.signal)
    this.#ignoreQueue = [queue.onDue(() => this.#tell()), queue.onChanged((id) => this.#end(id))]
  }

  /** Ends the lease of an endpoint that was changed: later deliveries use its new state. */
  #end(id: string): void {
    for (const lease of this.#leases.keys()) if (lease.endpointId === id) lease.end()
    this.#tell()
  }

  /** Looks for due deliveries at once, of leased endpoints and of others. */
  #tell(): void {
    for (const repetition of [this.#kept, ...this.#lanes]) repetition.wake()
  }

  #tellKept(): void {
    this.#told.resolve()
    this.#told = Promise.withResolvers()
  }

  /**
   * Returns the repetition that claims endpoints whose last attempt failed, or all others. So a receiver that hangs takes a slot of the others once at most.
   */
  #lane(failing: boolean): Repetition {
    const { queue, now, report, slots = SLOTS } = this.#options
    let busy = 0

    const look = async (over: AbortSignal): Promise<number> => {
      if (busy === slots) return POLL
      const leases = await queue.claim({ failing, limit: slots - busy }, now())
      if (over.aborted || this.#stopping.signal.aborted) await Promise.all(leases.map((lease) => lease.release()))
      else for (const lease of leases) begin(lease)
      return POLL
    }

    const begin = (lease: EndpointLease) => {
      busy++
      const work = this.#deliver(lease, () => busy < slots)
        .catch(report)
        .finally(() => {
          busy--
          this.#leases.delete(lease)
          // An endpoint may have more for the next lease, and may have changed lanes.
          for (const lane of this.#lanes) lane.wake()
        })
      this.#leases.set(lease, work)
    }

    return repeat(look, { gap: GAP, report })
  }

  /**
   * Delivers to one endpoint, batch after batch. After an error the endpoint gets no deliveries until its lease ends; when the database was lost, the endpoint
   * is claimed again once the database answers.
   */
  async #deliver(lease: EndpointLease, hasRoom: () => boolean): Promise<void> {
    try {
      await this.#deliverDue(lease, hasRoom).catch((error: unknown) => {
        // Aborted attempts count as not made.
        if (!this.#givingUp.signal.aborted) throw error
      })
      await lease.release()
    } finally {
      if (lease.isCutOff) lease.abandon()
    }
  }

  async #deliverDue(lease: EndpointLease, hasRoom: () => boolean): Promise<void> {
    let end = performance.now()
    do {
      const { promise: told } = this.#told
      const deliveries = await lease.due({ time: this.#options.now(), limit: hasRoom() ? BATCH.free : BATCH.full })
      if (deliveries.length === 0) await told
      else if (await this.#deliverAll(lease, deliveries)) end = performance.now() + LINGER
      else return
    } while (!lease.isOver && hasRoom() && performance.now() < end && !this.#stopping.signal.aborted)
  }

  /** Sends deliveries in order, until the first that fails. Resolves to whether more may follow. After a failure the endpoint waits among the failing ones. */
  async #deliverAll(lease: EndpointLease, deliveries: readonly Delivery[]): Promise<boolean> {
    const { naming, now, feed, openAgent, tracing, timeout = TIMEOUT } = this.#options
    const agent = await (this.#agent ??= openAgent())
    const userAgent = `${naming.product}-Webhooks/1.0`
    const options = { userAgent, agent, timeout, now, tracing, signal: this.#givingUp.signal }
    const entries = await lease.answered(feed.find(deliveries.map(({ seq, eventId: id }) => ({ seq, id }))))
    const taken = performance.now()
    for (const delivery of deliveries) {
      const entry = entries.get(delivery.eventId)
      if (!entry) continue
      if (performance.now() - taken > BATCH_AGE) break
      if (this.#stopping.signal.aborted || !(await lease.mayGoOn())) return false
      const result = await attempt(lease, { entry, failures: delivery.failures }, options)
      this.counters[LABELS[result.status]]++
      if (result.status === 'succeeded') lease.succeeded(delivery, result.attempt)
      else return this.#fail(lease, delivery, result)
    }
    return entries.size > 0
  }

  /** Records a failure. The endpoint then waits among the failing ones. */
  async #fail(lease: EndpointLease, delivery: Delivery, failure: Failure): Promise<false> {
    const { now, onDisabled = () => {} } = this.#options
    const disabled = await lease.failed(delivery, failure, now())
    if (disabled) {
      this.counters.disabled++
      onDisabled({ endpoint_id: lease.endpointId, reason: disabled })
    }
    return false
  }

  /** Ends the attempts in flight, releases every endpoint, and resolves when no work is left. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop())
  }

  async #stop(): Promise<void> {
    const { grace = GRACE } = this.#options
    this.#stopping.abort()
    this.#tellKept()
    for (const ignore of this.#ignoreQueue) ignore()
    const timer = setTimeout(() => this.#givingUp.abort(), grace)
    await Promise.all([...this.#lanes, this.#kept, this.#retention].map((repetition) => repetition.stop()))
    await Promise.all([...this.#leases.values(), this.#news])
    clearTimeout(timer)
    await (await this.#agent)?.destroy()
  }
}
