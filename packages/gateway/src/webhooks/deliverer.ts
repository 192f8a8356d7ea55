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

/** How many endpoints are delivered to at once: so many that answer, and so many whose last attempt failed. */
const SLOTS = 100

/** Most deliveries of an endpoint that are taken at once: while slots are free, and when others wait for one. */
const BATCH = { free: 100, full: 20 }

/** How often due deliveries are looked for when nobody tells of any, in milliseconds. */
const POLL = 500

/** Least time between two looks, in milliseconds. */
const GAP = 10

/** After how long what is left of a batch is asked for anew, in milliseconds: repetitions have become due meanwhile. */
const BATCH_AGE = 5_000

/** How long an endpoint is kept after its last delivery, while slots are free, since more may follow, in milliseconds. */
const LINGER = 100

/** How long an attempt may take, in milliseconds. */
const TIMEOUT = 15_000

/** How long attempts in flight are given when the process stops, in milliseconds. */
const GRACE = 5_000

/** How often deliveries are looked for whose events are deleted, in milliseconds, and the pause between two batches of them. */
const RETENTION = { interval: 60_000, pause: 20 }

const LABELS = { succeeded: 'succeeded', pending: 'retried', failed: 'failed' } as const

/** What deliveries are sent with. */
export interface DelivererOptions {
  /** What the service is called that sends them. */
  naming: Naming
  queue: DeliveryQueue
  /** Tells of new events, at once. */
  feed: Feed
  /** Returns what makes the connections, once the first is to be made. It is the deliverer's from then on. */
  openAgent: () => Promise<Dispatcher>
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Told of the first error of an outage; the deliverer goes on after it. */
  report: (error: unknown) => void
  /** What attempts are traced with. Default: they are not. */
  tracing?: Tracing | undefined
  /** Told of every endpoint that an attempt of this process disabled. Default: nothing. */
  onDisabled?: (notice: { endpoint_id: string; reason: 'gone' | 'failing' }) => void
  /** How many endpoints are delivered to at once: so many that answer, and so many whose last attempt failed. Default: 100. */
  slots?: number
  /** How long an attempt may take, in milliseconds. Default: 15 seconds. */
  timeout?: number
  /** How long attempts in flight are given when the process stops, in milliseconds. Default: 5 seconds. */
  grace?: number
}

/**
 * Sends queued deliveries, each endpoint's one after another in the order of the log. Any number of processes on one database share the
 * work: an endpoint is leased to one process at a time.
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

  /** Ends the lease of an endpoint that was changed: what follows is delivered to it as it is then. */
  #end(id: string): void {
    for (const lease of this.#leases.keys()) if (lease.endpointId === id) lease.end()
    this.#tell()
  }

  /** Looks for due deliveries at once, of endpoints that are kept and of others. */
  #tell(): void {
    for (const repetition of [this.#kept, ...this.#lanes]) repetition.wake()
  }

  #tellKept(): void {
    this.#told.resolve()
    this.#told = Promise.withResolvers()
  }

  /** Endpoints that answer, or those that do not: a receiver that hangs takes no slot of others more than once. */
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
   * Delivers to one endpoint, batch by batch while it may go on. After an error the endpoint is left to itself until its lease ends; where the
   * database was lost, it is claimed again once that answers.
   */
  async #deliver(lease: EndpointLease, hasRoom: () => boolean): Promise<void> {
    try {
      await this.#deliverDue(lease, hasRoom).catch((error: unknown) => {
        // What was given up counts as not tried.
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

  /** Resolves to whether more may follow. Ends with the first delivery that fails: the endpoint then waits among those that do. */
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

  /** Writes a failure down. The endpoint then waits among those that fail. */
  async #fail(lease: EndpointLease, delivery: Delivery, failure: Failure): Promise<false> {
    const { now, onDisabled = () => {} } = this.#options
    const disabled = await lease.failed(delivery, failure, now())
    if (disabled) {
      this.counters.disabled++
      onDisabled({ endpoint_id: lease.endpointId, reason: disabled })
    }
    return false
  }

  /** Ends what is in flight, hands every endpoint back, and resolves when nothing is done any more. */
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
