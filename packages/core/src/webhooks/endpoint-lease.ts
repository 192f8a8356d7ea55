import type { Sealer } from '../crypto/sealer.ts'
import { isRefusal } from '../data/refusal.ts'
import type { Attempt } from './delivery.contract.ts'
import type { EndpointRow, LeaseQueries, SuccessRecord } from './endpoint-lease.queries.ts'
import { signingKeyOf } from './secret.ts'

/** How long after a sign of life an attempt may begin, in milliseconds: it ends while the lease lasts, and what came of it is written down. */
const FRESH = 5_000

/** Most deliveries to an endpoint that have succeeded and are not written down yet. */
const UNWRITTEN = 100

/** An event that is to be sent to an endpoint. */
export interface Delivery {
  readonly id: string
  /** Place of the event in the log. */
  readonly seq: number
  readonly eventId: string
  /** Attempts that have failed so far. */
  readonly failures: number
  /** When it was due (ISO 8601). */
  readonly dueAt: string
}

/** What is asked for: deliveries that are due at a time in milliseconds, and how many at most. */
export interface DueOptions {
  time: number
  limit: number
}

/** What follows from an attempt that failed. */
export interface Failure {
  readonly attempt: Attempt
  readonly status: 'pending' | 'failed'
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

/** The right to make the deliveries of one endpoint, which nobody else has meanwhile. */
export class EndpointLease {
  readonly url: URL
  readonly #queries: LeaseQueries
  readonly #sealer: Sealer
  readonly #id: string
  readonly #endpoint: Endpoint
  readonly #keys = new Map<string, Uint8Array>()
  /** When the last sign of life was, by the clock of the process: of the claim, or of an attempt that is written down since. */
  #alive = performance.now()
  #isOver = false
  #isHeld = true
  #isCutOff = false
  /** Deliveries that have succeeded, by their identifiers. */
  readonly #unwritten = new Set<string>()
  #writing: Promise<void> = Promise.resolve()

  constructor(queries: LeaseQueries, sealer: Sealer, id: string, endpoint: Endpoint) {
    this.#queries = queries
    this.#sealer = sealer
    this.#id = id
    this.#endpoint = endpoint
    this.url = new URL(endpoint.url)
  }

  get endpointId(): string {
    return this.#endpoint.id
  }

  /** The keys that sign at a time in milliseconds, the present one first. Throws where the secrets cannot be unsealed. */
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

  /** The next deliveries that are due, in the order of the log. */
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

  /** Whether another attempt may begin. Waits where too much is not written down, or for too long. */
  async mayGoOn(): Promise<boolean> {
    if (this.#unwritten.size >= UNWRITTEN || performance.now() - this.#alive > FRESH) await this.written()
    return !this.#isOver
  }

  /** Whether no attempt may begin any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether the database was lost while something of this lease was read or written down. */
  get isCutOff(): boolean {
    return this.#isCutOff
  }

  /** Whether the process that claimed the endpoint has not let it go. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Resolves to what the database answers for this lease. */
  async answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      if (!isRefusal(error)) this.#isCutOff = true
      throw error
    }
  }

  /** Begins no attempt any more: the endpoint was changed. */
  end(): void {
    this.#isOver = true
  }

  /** Has a success written down, soon and together with others. */
  succeeded({ id, dueAt }: Delivery, attempt: Attempt): void {
    this.#writing = this.#write({ ...this.#held, delivery: id, due_at: dueAt, attempt }, this.#writing)
    // Whoever waits for it is told.
    this.#writing.catch(() => this.end())
  }

  /** Resolves when this success and those before it are written down. */
  async #write(success: SuccessRecord, before: Promise<void>): Promise<void> {
    const asked = performance.now()
    this.#unwritten.add(success.delivery)
    const row = await this.answered(this.#queries.succeeded(success, before))
    this.#unwritten.delete(success.delivery)
    if (!this.#isAsItWas(row)) this.end()
    this.#alive = asked
    await before
  }

  /** Whether the endpoint is enabled and as it was when it was taken, and nobody else has it. */
  #isAsItWas(row: EndpointRow | undefined): boolean {
    return row?.status === 'enabled' && row.deleted_at === null && row.updated_at === this.#endpoint.updated_at
  }

  /** Resolves when every success is written down. */
  written(): Promise<void> {
    return this.#writing
  }

  /** Writes a failure down, and ends the lease's deliveries. Resolves to why it disabled the endpoint; undefined when it did not. `time` is in milliseconds. */
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

  /** Lets others make the deliveries of this endpoint, once all is written down. */
  async release(): Promise<void> {
    await this.written()
    await this.answered(this.#queries.release(this.#held))
    this.#isHeld = false
  }

  /**
   * Lets this process claim the endpoint again, whatever the database knows of the lease: what is not written down is delivered again. No attempt may
   * be under way.
   */
  abandon(): void {
    this.#isHeld = false
  }

  get #held() {
    return { endpoint: this.endpointId, lease: this.#id }
  }
}
