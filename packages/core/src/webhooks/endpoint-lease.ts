import type { Sealer } from '../crypto/sealer.ts'
import { Entry } from '../event-log/entry.ts'
import type { Attempt } from './delivery.contract.ts'
import type { LeaseQueries } from './endpoint-lease.queries.ts'

/** An event that is to be sent to an endpoint. */
export interface Delivery {
  readonly id: string
  /** Attempts that have failed so far. */
  readonly failures: number
  /** When it was due (ISO 8601). */
  readonly dueAt: string
  readonly entry: Entry
}

/** What follows from an attempt. */
export interface AttemptResult {
  readonly attempt: Attempt
  readonly status: 'succeeded' | 'pending' | 'failed'
  /** When to try again, in milliseconds since the epoch; null unless `status` is `pending`. */
  readonly nextAttemptAt: number | null
  /** Whether the receiver said that it wants no more. */
  readonly isGone: boolean
}

/** An endpoint as the queue knows it. */
export interface Endpoint {
  id: string
  url: string
  secret: string
  previous_secret: string | null
  previous_expires_at: string | null
  updated_at: string
}

/** How an endpoint is after an attempt. */
export interface EndpointState {
  /** Whether the deliveries of this lease can go on: the endpoint is enabled and as it was, and nobody else has it. */
  readonly goesOn: boolean
  /** Why this attempt disabled the endpoint; undefined when it did not. */
  readonly disabled?: 'gone' | 'failing' | undefined
}

/** The right to make the deliveries of one endpoint, which nobody else has meanwhile. */
export class EndpointLease {
  readonly #queries: LeaseQueries
  readonly #sealer: Sealer
  readonly #id: string
  readonly #endpoint: Endpoint
  readonly #unsealed = new Map<string, string>()

  constructor(queries: LeaseQueries, sealer: Sealer, id: string, endpoint: Endpoint) {
    this.#queries = queries
    this.#sealer = sealer
    this.#id = id
    this.#endpoint = endpoint
  }

  get endpointId(): string {
    return this.#endpoint.id
  }

  get url(): string {
    return this.#endpoint.url
  }

  /** The secrets that sign at a time in milliseconds, the present one first. */
  secrets(time: number): string[] {
    const { secret, previous_secret, previous_expires_at: end } = this.#endpoint
    const overlaps = previous_secret !== null && end !== null && time < Date.parse(end)
    return [secret, ...(overlaps ? [previous_secret] : [])].map((sealed) => this.#unseal(sealed))
  }

  #unseal(sealed: string): string {
    const known = this.#unsealed.get(sealed) ?? this.#sealer.unseal(sealed)
    this.#unsealed.set(sealed, known)
    return known
  }

  /** The next deliveries that are due at a time, in the order of the log. */
  async due(time: number): Promise<Delivery[]> {
    const rows = await this.#queries.due({ endpoint: this.endpointId, time: new Date(time).toISOString() })
    return rows.map((row) => ({
      id: row.delivery_id,
      failures: row.failures,
      dueAt: row.due_at,
      entry: new Entry(row),
    }))
  }

  /** Writes down what came of an attempt. `time` is in milliseconds. */
  async record({ id, failures, dueAt }: Delivery, result: AttemptResult, time: number): Promise<EndpointState> {
    const { attempt, status, nextAttemptAt, isGone } = result
    const row = await this.#queries.record({
      ...this.#held,
      delivery: id,
      due_at: dueAt,
      status,
      failures: status === 'succeeded' ? failures : failures + 1,
      next_attempt_at: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
      attempt,
      is_gone: isGone,
      time: new Date(time).toISOString(),
    })
    if (!row) return { goesOn: false }
    const { status: state, deleted_at, updated_at, ending } = row
    const isSame = state === 'enabled' && deleted_at === null && updated_at === this.#endpoint.updated_at
    return { goesOn: isSame && ending === null, disabled: ending ?? undefined }
  }

  /** Lets others make the deliveries of this endpoint. */
  release(): Promise<void> {
    return this.#queries.release(this.#held)
  }

  get #held() {
    return { endpoint: this.endpointId, lease: this.#id }
  }
}
