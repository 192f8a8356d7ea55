import type { Sealer } from '../context.ts'
import type { Database } from '../data/database.ts'
import { Entry } from '../events/entry.ts'
import { type Attempt, MAX_ATTEMPTS } from './delivery.contract.ts'

/** How long an endpoint belongs to who makes its deliveries after each sign of life: the 15 seconds of an attempt, and 15 more. */
export const LEASE = `interval '30 seconds'`

/** Most deliveries of one turn, so that every endpoint has its turn soon. */
const BATCH = 20

/** After how long of failures alone an endpoint is disabled, in milliseconds. */
const PATIENCE = 5 * 24 * 60 * 60 * 1_000

/** An event that is to be sent to an endpoint. */
export interface Delivery {
  readonly id: string
  /** Attempts that have failed so far. */
  readonly failures: number
  readonly entry: Entry
}

/** What follows from an attempt. */
export interface Verdict {
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
export interface Standing {
  /** Whether the deliveries of this turn can go on: the endpoint is enabled and as it was, and nobody else has it. */
  readonly goesOn: boolean
  /** Why this attempt disabled the endpoint; undefined when it did not. */
  readonly disabled?: 'gone' | 'failing' | undefined
}

// Repetitions that are due and what was never tried, each found by its own index.
const due = {
  name: 'webhook deliveries due',
  text: `
    with kept as materialized (select epoch, kept_from from event_log),
    fresh as (
      select id, event_id, seq, failures from webhook_deliveries
      where endpoint_id = $1 and status = 'pending' and seq is not null and failures = 0
        and seq >= (select kept_from from kept)
      order by seq limit ${BATCH}),
    again as (
      select id, event_id, seq, failures from webhook_deliveries
      where endpoint_id = $1 and status = 'pending' and seq is not null and failures > 0 and next_attempt_at <= $2
        and seq >= (select kept_from from kept)
      order by next_attempt_at limit ${BATCH})
    select d.id as delivery_id, d.failures, e.seq, e.id, e.event, e.user_id, e.created_at, e.data::text as data,
      (select epoch from kept) as epoch
    from (select * from fresh union all select * from again) d join events e on e.id = d.event_id
    order by d.seq limit ${BATCH}`,
}

// A turn that was lost is not written down: who has the endpoint now makes the attempt again.
const record = {
  name: 'webhook attempt',
  text: `
    with held as materialized (
      select id, status, case
        when status <> 'enabled' or deleted_at is not null or $4 = 'succeeded' then null
        when $9 then 'gone' when failing_since <= $11 then 'failing' end as ending
      from webhook_endpoints where id = $1 and lease = $2 for update),
    kept as (
      update webhook_endpoints w set
        leased_until = now() + ${LEASE},
        failing_since = case when $4 = 'succeeded' then null else coalesce(w.failing_since, $10) end,
        status = case when held.ending is null then w.status else 'disabled' end,
        disabled_reason = coalesce(held.ending, w.disabled_reason),
        updated_at = case when held.ending is null then w.updated_at else $10 end
      from held where w.id = held.id
      returning w.status, w.deleted_at, w.updated_at, held.ending),
    recorded as (
      update webhook_deliveries d set
        status = $4, failures = $5, next_attempt_at = $6,
        attempts = case when jsonb_array_length(attempts) >= $8 then attempts - 0 else attempts end || $7
      from held where d.id = $3)
    select * from kept`,
}

const release = {
  name: 'webhook endpoint released',
  text: 'update webhook_endpoints set lease = null, leased_until = now() where id = $1 and lease = $2',
}

interface Kept {
  status: string
  deleted_at: string | null
  updated_at: string
  ending: 'gone' | 'failing' | null
}

/** The right to make the deliveries of one endpoint, which nobody else has meanwhile. */
export class Turn {
  readonly #database: Database
  readonly #sealer: Sealer
  readonly #lease: string
  readonly #endpoint: Endpoint

  constructor(database: Database, sealer: Sealer, lease: string, endpoint: Endpoint) {
    this.#database = database
    this.#sealer = sealer
    this.#lease = lease
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
    return [secret, ...(overlaps ? [previous_secret] : [])].map((sealed) => this.#sealer.unseal(sealed))
  }

  /** The next deliveries that are due at a time, in the order of the log. */
  async due(time: number): Promise<Delivery[]> {
    type Row = ConstructorParameters<typeof Entry>[0] & { delivery_id: string; failures: number }
    const rows = await this.#database.query<Row>(due, [this.#endpoint.id, new Date(time).toISOString()])
    return rows.map((row) => ({ id: row.delivery_id, failures: row.failures, entry: new Entry(row) }))
  }

  /** Writes down what came of an attempt. `time` is in milliseconds. */
  async record({ id, failures }: Delivery, verdict: Verdict, time: number): Promise<Standing> {
    const { attempt, status, nextAttemptAt, isGone } = verdict
    const next = nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString()
    const [row] = await this.#database.query<Kept>(record, [
      this.#endpoint.id,
      this.#lease,
      id,
      status,
      status === 'succeeded' ? failures : failures + 1,
      next,
      JSON.stringify([attempt]),
      MAX_ATTEMPTS,
      isGone,
      new Date(time).toISOString(),
      new Date(time - PATIENCE).toISOString(),
    ])
    if (!row) return { goesOn: false }
    const isSame = row.status === 'enabled' && row.deleted_at === null && row.updated_at === this.#endpoint.updated_at
    return { goesOn: isSame, disabled: row.ending ?? undefined }
  }

  /** Lets others make the deliveries of this endpoint. */
  async release(): Promise<void> {
    await this.#database.query(release, [this.#endpoint.id, this.#lease])
  }
}
