import type { Sealer } from '../crypto/sealer.ts'
import { isRefusal } from '../data/refusal.ts'
import type { Attempt } from './delivery.contract.ts'
import type { EndpointRow, LeaseQueries, SuccessRecord } from './endpoint-lease.queries.ts'
import { signingKeyOf } from './secret.ts'

/**
 * Longest time to the start of an attempt, in milliseconds, so that the attempt ends and is recorded while the lease lasts: from the claim, which gives 30
 * seconds, and from a recorded success, which leaves at least 25.
 */
const FRESH = { claimed: 10_000, renewed: 5_000 }

/** Largest number of successful deliveries to an endpoint that are not recorded yet. */
const UNWRITTEN = 100

/** An event that is to be sent to an endpoint. */
export interface Delivery {
  readonly id: string
  /** Place of the event in the log. */
  readonly seq: number
  readonly eventId: string
  /** Number of failed attempts so far. */
  readonly failures: number
  /** When the delivery was due (ISO 8601). */
  readonly dueAt: string
}

/** A request for deliveries that are due at a time in milliseconds. */
export interface DueOptions {
  time: number
  limit: number
}

/** The consequences of a failed attempt. */
export interface Failure {
  readonly attempt: Attempt
  readonly status: 'pending' | 'failed'
  /** Time of the next attempt, in milliseconds since the epoch; null unless `status` is `pending`. */
  readonly nextAttemptAt: number | null
  /** Whether the receiver answered 410 (Gone), so that the endpoint is disabled. */
  readonly isGone: boolean
}

/** A claim of endpoints, with what their leases need. */
interface Claimed {
  queries: LeaseQueries
  /** Unseals the secrets of endpoints. */
  sealer: Sealer
  /** Identifier of the leases. */
  id: string
  /** When the claim was sent, on the clock of `performance.now()`. */
  claimedAt: number
}

/** An endpoint as the queue reads it. */
export interface Endpoint {
  id: string
  url: string
  secret: string
  previous_secret: string | null
  previous_expires_at: string | null
  updated_at: string
}

/**
 * The lease of an endpoint: the right to make its deliveries, which only one process has at a time.
 *
 * | state            | begins with                                          | attempts | what follows                              |
 * | ---------------- | ---------------------------------------------------- | -------- | ----------------------------------------- |
 * | held             | the claim, a recorded success                        | begin    | `release`, when nothing is due            |
 * | held and stale   | 10 s after the claim, 5 s after a recorded success   | none     | a recorded success, or else `release`     |
 * | held and over    | `end`: a failure, a change of the endpoint, its loss | none     | `release`                                 |
 * | held and cut off | a statement that did not reach the database          | none     | `abandon`                                 |
 * | not held         | `release`, `abandon`                                 | none     | this process may claim the endpoint again |
 */
export class EndpointLease {
  readonly url: URL
  readonly #queries: LeaseQueries
  readonly #sealer: Sealer
  readonly #id: string
  readonly #endpoint: Endpoint
  readonly #keys = new Map<string, Uint8Array>()
  /** Until when attempts may begin, on the clock of `performance.now()`. */
  #until: number
  #isOver = false
  #isHeld = true
  #isCutOff = false
  /** Identifiers of successful deliveries that are not recorded yet. */
  readonly #unwritten = new Set<string>()
  #writing: Promise<void> = Promise.resolve()

  constructor({ queries, sealer, id, claimedAt }: Claimed, endpoint: Endpoint) {
    this.#until = claimedAt + FRESH.claimed
    this.#queries = queries
    this.#sealer = sealer
    this.#id = id
    this.#endpoint = endpoint
    this.url = new URL(endpoint.url)
  }

  get endpointId(): string {
    return this.#endpoint.id
  }

  /** Returns the keys that sign at a time in milliseconds, the present one first. Throws when the secrets cannot be unsealed. */
  keys(time: number): Uint8Array[] {
    const { secret, previous_secret, previous_expires_at: end } = this.#endpoint
    const overlaps = previous_secret !== null && end !== null && time < Date.parse(end)
    return [secret, ...(overlaps ? [previous_secret] : [])].map((sealed) => this.#keyOf(sealed))
  }

  #keyOf(sealed: string): Uint8Array {
    const key = this.#keys.get(sealed) ?? signingKeyOf(this.#sealer.unseal(sealed))
    this.#keys.set(sealed, key)
    return key
  }

  /** Returns the next deliveries that are due, in the order of the log. */
  async due({ time, limit }: DueOptions): Promise<Delivery[]> {
    const made = new Set(this.#unwritten)
    const asked = {
      ...this.#held,
      updated_at: this.#endpoint.updated_at,
      time: new Date(time).toISOString(),
      limit: limit + made.size,
    }
    const rows = await this.answered(this.#queries.due(asked))
    const due = rows.filter(({ id }) => !made.has(id)).slice(0, limit)
    return due.map(({ id, seq, event_id, failures, due_at }) => ({
      id,
      seq,
      eventId: event_id,
      failures,
      dueAt: due_at,
    }))
  }

  /**
   * Whether another attempt may begin. First waits for records of successes when too many are missing, or the claim or the last recorded success is too long
   * ago. None may begin when it still is then: the lease could end during the attempt.
   */
  async mayGoOn(): Promise<boolean> {
    if (this.#unwritten.size >= UNWRITTEN || !this.#isFresh) await this.written()
    return !this.#isOver && this.#isFresh
  }

  get #isFresh(): boolean {
    return performance.now() <= this.#until
  }

  /** Whether the lease allows no more attempts. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether the connection to the database was lost during a statement of this lease. */
  get isCutOff(): boolean {
    return this.#isCutOff
  }

  /** Whether this process still holds the endpoint. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Returns the result of a statement of this lease, and notes when the database could not be reached. */
  async answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      if (!isRefusal(error)) this.#isCutOff = true
      throw error
    }
  }

  /** Allows no more attempts, because the endpoint was changed. */
  end(): void {
    this.#isOver = true
  }

  /** Records a success soon, in one statement with others. */
  succeeded({ id, dueAt }: Delivery, attempt: Attempt): void {
    this.#writing = this.#write({ ...this.#held, delivery: id, due_at: dueAt, attempt }, this.#writing)
    // The rejection reaches those that wait for `written`.
    this.#writing.catch(() => this.end())
  }

  /** Resolves when this success and those before it are recorded. */
  async #write(success: SuccessRecord, before: Promise<void>): Promise<void> {
    const asked = performance.now()
    this.#unwritten.add(success.delivery)
    const row = await this.answered(this.#queries.succeeded(success, before))
    this.#unwritten.delete(success.delivery)
    if (!this.#isAsItWas(row)) this.end()
    this.#until = Math.max(this.#until, asked + FRESH.renewed)
    await before
  }

  /** Whether the endpoint is enabled, unchanged since it was claimed, and still held by this lease. */
  #isAsItWas(row: EndpointRow | undefined): boolean {
    return row?.status === 'enabled' && row.deleted_at === null && row.updated_at === this.#endpoint.updated_at
  }

  /** Resolves when every success is recorded. */
  written(): Promise<void> {
    return this.#writing
  }

  /** Records a failure, and allows no more attempts. Returns why the failure disabled the endpoint; undefined when it did not. `time` is in milliseconds. */
  async failed(
    { id, failures, dueAt }: Delivery,
    failure: Failure,
    time: number,
  ): Promise<'gone' | 'failing' | undefined> {
    await this.written()
    const { attempt, status, nextAttemptAt, isGone } = failure
    const record = {
      ...this.#held,
      delivery: id,
      due_at: dueAt,
      attempt,
      url: this.#endpoint.url,
      status,
      failures: failures + 1,
      next_attempt_at: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
      is_gone: isGone,
      time: new Date(time).toISOString(),
    }
    const row = await this.answered(this.#queries.failed(record))
    this.end()
    return row?.ending ?? undefined
  }

  /** Ends the lease once everything is recorded, so that another process may claim the endpoint. */
  async release(): Promise<void> {
    await this.written()
    await this.answered(this.#queries.release(this.#held))
    this.#isHeld = false
  }

  /**
   * Gives up the lease in this process, whatever the database knows of it, so that the process may claim the endpoint again. Deliveries that were not
   * recorded are made again. Call it only while no attempt is in progress.
   */
  abandon(): void {
    this.#isHeld = false
  }

  get #held() {
    return { endpoint: this.endpointId, lease: this.#id }
  }
}
