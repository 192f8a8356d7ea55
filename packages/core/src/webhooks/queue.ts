import { randomUUID } from 'node:crypto'
import type { Sealer } from '../crypto/sealer.ts'
import { Topic } from '../data/announcements.ts'
import type { Database } from '../data/database.ts'
import { type Endpoint, EndpointLease } from './endpoint-lease.ts'
import { afterDeliveriesSql } from './delivery.entity.ts'
import { LEASE, type LeaseQueries, leaseQueries, RELAXED } from './endpoint-lease.queries.ts'

// The endpoint that has waited longest comes first. A delivery whose event is deleted by now is not made. An endpoint that only the database counts as held
// by this process is free: the response to its claim or release was lost, or a standby was promoted without it.
const claim = {
  name: 'webhook endpoints claimed',
  text: `
    with free as (
      select w.id from webhook_endpoints w, (select kept_from from event_log) log
      where w.status = 'enabled' and w.deleted_at is null and (w.lease is null or w.leased_until < now() or (starts_with(w.lease, $5) and w.id <> all($6::text[])))
        and (w.failing_since is not null) = $2
        and (exists (
          select from webhook_deliveries d
          where d.endpoint_id = w.id and d.status = 'pending' and d.seq is not null and d.failures = 0 and d.seq >= log.kept_from)
        or exists (
          select from webhook_deliveries d
          where d.endpoint_id = w.id and d.status = 'pending' and d.seq is not null and d.failures > 0
            and d.next_attempt_at <= $3 and d.seq >= log.kept_from))
      order by w.leased_until nulls first limit $4 for update of w skip locked)
    update webhook_endpoints w set lease = $1, leased_until = now() + ${LEASE} from free where w.id = free.id
    returning w.id, w.url, w.secret, w.previous_secret, w.previous_expires_at, w.updated_at,
      ${RELAXED}`,
}

/** Largest number of deliveries that one statement deletes. */
const BATCH = 1_000

// Identifiers begin with the time of the event, so that the deliveries of deleted events have the lowest ones, except for a few when clocks differ.
const forget = {
  name: 'webhook deliveries forgotten',
  text: `
    with log as materialized (
      select kept_from, (select id from events where seq >= kept_from order by seq limit 1) as oldest from event_log)
    delete from webhook_deliveries where ctid = any(array(
      select ctid from webhook_deliveries
      where id < (select ${afterDeliveriesSql('oldest')} from log) and seq < (select kept_from from log)
      order by id limit ${BATCH} for update skip locked))
    returning 1`,
}

const lag = {
  text: `
    select count(*) as waiting, greatest(0, coalesce(extract(epoch from now() - min(d.created_at)), 0))::float8 as age
    from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.status = 'pending' and d.seq is not null and d.failures = 0 and w.status = 'enabled' and w.deleted_at is null`,
}

/** Announced when deliveries became due without a new event, such as by a redelivery. */
export const deliveriesDue = new Topic('deliveries due')

/** Announced with the identifier of an endpoint that was changed or deleted. */
export const endpointChanged = new Topic<string>('webhook endpoint changed')

/** How far deliveries lag behind the log. */
export interface QueueLag {
  /** Number of deliveries without an attempt. */
  waiting: number
  /** Age of the oldest of these deliveries, in seconds; 0 for none. */
  age: number
}

/** The endpoints that a claim asks for. */
export interface Claim {
  /** Whether it asks for endpoints whose last attempt failed; otherwise for all others. */
  failing: boolean
  /** Largest number of endpoints. */
  limit: number
}

/** The queue of deliveries, which all processes on one database share. */
export class DeliveryQueue {
  readonly #database: Database
  readonly #sealer: Sealer
  readonly #queries: LeaseQueries
  /** Prefix of the leases of this process, which no other process has. */
  readonly #holder = `${randomUUID()}/`
  /** The last lease of each endpoint. */
  readonly #leases = new Map<string, EndpointLease>()
  #claims = 0
  #claiming: Promise<unknown> = Promise.resolve()

  /** `sealer` unseals the secrets of endpoints. */
  constructor(database: Database, sealer: Sealer) {
    this.#database = database
    this.#sealer = sealer
    this.#queries = leaseQueries(database)
  }

  /**
   * Claims endpoints with due deliveries that no other process holds, and returns their leases. `time` is in milliseconds. Claims run one after another,
   * because each must know the leases of those before it.
   */
  claim(asked: Claim, time: number): Promise<EndpointLease[]> {
    const claimed = this.#claiming.then(() => this.#claim(asked, time))
    this.#claiming = claimed.catch(() => {})
    return claimed
  }

  async #claim({ failing, limit }: Claim, time: number): Promise<EndpointLease[]> {
    const id = `${this.#holder}${++this.#claims}`
    for (const [endpoint, { isHeld }] of this.#leases) if (!isHeld) this.#leases.delete(endpoint)
    const values = [id, failing, new Date(time).toISOString(), limit, this.#holder, [...this.#leases.keys()]]
    const claimed = { queries: this.#queries, sealer: this.#sealer, id, claimedAt: performance.now() }
    const rows = await this.#database.query<Endpoint>(claim, values)
    const leases = rows.map((row) => new EndpointLease(claimed, row))
    for (const one of leases) this.#leases.set(one.endpointId, one)
    return leases
  }

  /** Calls back when this process has made deliveries due without a new event, until the returned function is called. */
  onDue(call: () => void): () => void {
    return this.#database.on(deliveriesDue, call)
  }

  /** Calls back with the identifier of every endpoint that this process changes or deletes, until the returned function is called. */
  onChanged(call: (id: string) => void): () => void {
    return this.#database.on(endpointChanged, call)
  }

  /** Deletes a batch of the deliveries whose events are deleted. Returns whether there may be more. */
  async forget(): Promise<boolean> {
    return (await this.#database.query(forget)).length === BATCH
  }

  /** Reads the lag, for the metrics. */
  async lag(): Promise<QueueLag> {
    const [row] = await this.#database.query<QueueLag>(lag)
    return row!
  }
}
