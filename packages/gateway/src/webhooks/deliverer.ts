import {
  type AttemptResult,
  type Delivery,
  type DeliveryQueue,
  type EndpointLease,
  type Feed,
  repeat,
  type Repetition,
} from '@roster/core/server'
import type { Dispatcher } from 'undici'
import type { Naming } from '@roster/core/contract'
import { attempt } from './attempt.ts'
import { type DeliveryCounters, newDeliveryCounters } from './counters.ts'
import { followNews } from './news.ts'

/** How many endpoints are delivered to at once: so many that answer, and so many whose last attempt failed. */
const SLOTS = 100

/** How often due deliveries are looked for when nobody tells of any, in milliseconds. */
const POLL = 500

/** Least time between two looks, in milliseconds. */
const GAP = 10

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
  readonly #leases = new Set<Promise<void>>()
  readonly #lanes: readonly Repetition[]
  readonly #retention: Repetition
  readonly #news: Promise<void>
  readonly #ignoreQueue: () => void
  #agent: Promise<Dispatcher> | undefined
  #stopped: Promise<void> | undefined

  constructor(options: DelivererOptions) {
    this.#options = options
    const { queue, feed, report } = options
    this.#lanes = [this.#lane(false), this.#lane(true)]
    this.#retention = repeat(async () => ((await queue.forget()) ? RETENTION.pause : RETENTION.interval), { report })
    this.#news = followNews(feed, () => this.#wake(), this.#stopping.signal)
    this.#ignoreQueue = queue.onDue(() => this.#wake())
  }

  /** Looks for due deliveries at once. */
  #wake(): void {
    for (const lane of this.#lanes) lane.wake()
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
          this.#leases.delete(work)
          // An endpoint may have more for the next lease, and may have changed lanes.
          this.#wake()
        })
      this.#leases.add(work)
    }

    return repeat(look, { gap: GAP, report })
  }

  /** Delivers to one endpoint, batch by batch while it may go on. After an error the endpoint is left to itself until its lease ends. */
  async #deliver(lease: EndpointLease, mayGoOn: () => boolean): Promise<void> {
    await this.#deliverDue(lease, mayGoOn).catch((error: unknown) => {
      // What was given up counts as not tried.
      if (!this.#givingUp.signal.aborted) throw error
    })
    await lease.release()
  }

  async #deliverDue(lease: EndpointLease, mayGoOn: () => boolean): Promise<void> {
    let hasMore = true
    while (hasMore) hasMore = (await this.#deliverBatch(lease)) && mayGoOn()
  }

  /** Resolves to whether more may be due. Ends with the first delivery that fails: the endpoint then waits among those that do. */
  async #deliverBatch(lease: EndpointLease): Promise<boolean> {
    const { naming, now, openAgent, timeout = TIMEOUT } = this.#options
    const agent = await (this.#agent ??= openAgent())
    const userAgent = `${naming.product}-Webhooks/1.0`
    const options = { userAgent, agent, timeout, now, signal: this.#givingUp.signal }
    const deliveries = await lease.due(now())
    for (const delivery of deliveries) {
      if (this.#stopping.signal.aborted) return false
      const result = await attempt(lease, delivery, options)
      if (!(await this.#settle(lease, delivery, result))) return false
    }
    return deliveries.length > 0
  }

  /** Writes down what came of an attempt. Resolves to whether to go on. */
  async #settle(lease: EndpointLease, delivery: Delivery, result: AttemptResult): Promise<boolean> {
    const { now, onDisabled = () => {} } = this.#options
    const { goesOn, disabled } = await lease.record(delivery, result, now())
    this.counters[LABELS[result.status]]++
    if (disabled) {
      this.counters.disabled++
      onDisabled({ endpoint_id: lease.endpointId, reason: disabled })
    }
    return goesOn && result.status === 'succeeded'
  }

  /** Ends what is in flight, hands every endpoint back, and resolves when nothing is done any more. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop())
  }

  async #stop(): Promise<void> {
    const { grace = GRACE } = this.#options
    this.#stopping.abort()
    this.#ignoreQueue()
    const timer = setTimeout(() => this.#givingUp.abort(), grace)
    await Promise.all([...this.#lanes, this.#retention].map((repetition) => repetition.stop()))
    await Promise.all([...this.#leases, this.#news])
    clearTimeout(timer)
    await (await this.#agent)?.destroy()
  }
}
