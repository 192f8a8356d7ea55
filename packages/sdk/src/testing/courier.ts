import { notify } from './connections.ts'
import { discard } from '../core/discard.ts'
import { limited } from '../core/limits.ts'
import { nextAttemptAt, retryAfterOf } from '#gateway/webhooks/schedule'
import { Random } from './random.ts'
import type { Delivery, Event, WebhookEndpoint } from './records.ts'
import type { State } from './state.ts'
import { webhookRequest } from './webhook-request.ts'

/** Responds to deliveries in place of a webhook's receiver: `fetch`, or a function of a test. */
export type Deliver = (request: Request) => Response | Promise<Response>

/** Time limit of an attempt. */
const LATE = { time: 15_000, onTimeout: () => new Error('There was no answer within 15 seconds.') }

/** Milliseconds of failures without a success after which an endpoint is disabled. */
const PATIENCE = 5 * 24 * 60 * 60 * 1_000

/** Maximum number of attempts kept for a delivery; the oldest are dropped. */
const MAX_ATTEMPTS = 100

export interface CourierOptions {
  deliver: Deliver
  /** Returns the time in milliseconds since the epoch. */
  time: () => number
  /** Secret that signs deliveries to endpoints without a secret of their own. */
  secret: string
  /** Seed of the random differences between the waits and the schedule. */
  seed: number
}

interface Queued {
  endpoint: WebhookEndpoint
  delivery: Delivery
  event: Event
}

/** Outcome of one request. */
interface Reply {
  status: number | null
  error: string | null
  retryAfter?: string | undefined
}

interface Circumstances {
  /** When the attempt began, in milliseconds. */
  start: number
  /** Whether the endpoint has another address since then. */
  hasMoved: boolean
}

/** Makes the deliveries of a mock: to each endpoint one after another, in the order of the log. */
export class Courier {
  readonly #state: State
  readonly #options: CourierOptions
  readonly #random: Random
  #work: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(state: State, options: CourierOptions) {
    this.#state = state
    this.#options = options
    this.#random = new Random(options.seed)
  }

  /** Makes the attempts that are due, and resolves after them. */
  async deliverDue(): Promise<void> {
    const { webhookEndpoints } = this.#state.db
    this.#work = this.#work.then(() => Promise.all(webhookEndpoints.map((endpoint) => this.#deliverTo(endpoint))))
    await this.#work
  }

  /** Stops further attempts. */
  stop(): void {
    this.#isStopped = true
  }

  async #deliverTo(endpoint: WebhookEndpoint): Promise<void> {
    const { time } = this.#options
    while (!this.#isStopped) {
      const next = dueTo(this.#state, endpoint, time())
      if (!next) return
      const start = time()
      const { url } = endpoint
      this.#state.underWay.add(next.delivery.id)
      const reply = await this.#attempt(next, start)
      this.#record(next, reply, { start, hasMoved: endpoint.url !== url })
    }
  }

  async #attempt({ endpoint, event }: Queued, time: number): Promise<Reply> {
    const { deliver, secret } = this.#options
    const secrets = this.#state.secretsOf(endpoint.id, time)
    try {
      const { product } = this.#state.application.spec
      const sending = { product, time, secret: secrets.length > 0 ? secrets : secret }
      const request = await webhookRequest(endpoint.url, event, sending)
      const response = await limited(undefined, LATE, async () => deliver(request))
      discard(response.body)
      if (response.status === 0) throw new Error('The connection failed.')
      return { status: response.status, error: null, retryAfter: response.headers.get('retry-after') ?? undefined }
    } catch (error) {
      // Functions throw other values, too, such as the `Response` of a refusal.
      const { message = error } = Object(error) as { message?: unknown }
      return { status: null, error: String(message).replaceAll(/\s+/g, ' ').slice(0, 500) }
    }
  }

  /**
   * Records an attempt. One that failed at an address which the endpoint has left has no other consequence, and a delivery that was queued again or given up
   * meanwhile stays as it is.
   */
  #record({ endpoint, delivery }: Queued, reply: Reply, { start, hasMoved }: Circumstances): void {
    const state = this.#state
    const { status, error } = reply
    const time = this.#options.time()
    const attempt = { at: new Date(start).toISOString(), status_code: status, error, duration_ms: time - start }
    delivery.attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS)
    const isAsItWas = state.underWay.delete(delivery.id)
    if (status !== null && status >= 200 && status < 300) {
      state.failingSince.delete(endpoint.id)
      if (isAsItWas) Object.assign(delivery, { status: 'succeeded', next_attempt_at: null })
    } else if (!hasMoved) {
      if (isAsItWas) this.#putOff(delivery, reply, time)
      this.#holdAgainst(endpoint, status, time)
    }
  }

  /** Counts a failure of a delivery, and plans its next attempt, or gives it up. */
  #putOff(delivery: Delivery, { status, retryAfter }: Reply, time: number): void {
    const { failures: counts } = this.#state
    const failures = (counts.get(delivery.id) ?? 0) + 1
    counts.set(delivery.id, failures)
    const asked = { failures, time, retryAfter: retryAfterOf(retryAfter, time), chance: this.#random.next() }
    const next = status === 410 ? null : nextAttemptAt(asked)
    const next_attempt_at = next === null ? null : new Date(next).toISOString()
    Object.assign(delivery, { status: next === null ? 'failed' : 'pending', next_attempt_at })
  }

  /** Notes that an endpoint fails, and disables it when it is gone or has failed for too long. */
  #holdAgainst(endpoint: WebhookEndpoint, status: number | null, time: number): void {
    const state = this.#state
    const since = state.failingSince.get(endpoint.id)
    if (since === undefined) state.failingSince.set(endpoint.id, time)
    if (status === 410) disable(state, endpoint, 'gone', time)
    else if (since !== undefined && since <= time - PATIENCE) disable(state, endpoint, 'failing', time)
  }
}

/** Returns the next delivery to an endpoint that is due at a time in milliseconds; undefined without one. A delivery that was never tried is always due. */
function dueTo({ db, failures }: State, endpoint: WebhookEndpoint, time: number): Queued | undefined {
  if (endpoint.status !== 'enabled' || !db.webhookEndpoints.includes(endpoint)) return undefined
  const isDue = ({ id, next_attempt_at }: Delivery) => !failures.has(id) || Date.parse(next_attempt_at!) <= time
  const due = db.deliveries.filter(
    (each) => each.endpoint_id === endpoint.id && each.status === 'pending' && isDue(each),
  )
  for (const event of db.events) {
    const delivery = due.find(({ event_id }) => event_id === event.id)
    if (delivery) return { endpoint, delivery, event }
  }
  return undefined
}

function disable(state: State, endpoint: WebhookEndpoint, reason: 'gone' | 'failing', time: number): void {
  if (endpoint.status !== 'enabled') return
  const updated_at = new Date(time).toISOString()
  Object.assign(endpoint, { status: 'disabled', disabled_reason: reason, updated_at })
  notify(state, state.application.scopeOf('webhookEndpoints.update'), 'webhook.disabled', { endpoint_id: endpoint.id })
}
