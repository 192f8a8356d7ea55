import type { Database } from '../data/database.ts'
import type { Query, Statement } from '../data/statement.ts'
import { gathered } from '../data/gathered.ts'
import { type Attempt, MAX_ATTEMPTS } from './delivery.contract.ts'

/** Length of a lease after each renewal: the 15 seconds of an attempt, and 15 more. */
export const LEASE = `interval '30 seconds'`

/** Time that a lease must have left when an attempt is recorded. While it has more, a success does not write to the endpoint's row. */
const ENOUGH = `interval '25 seconds'`

/**
 * SQL in the results of a statement, whose commit then does not wait for the disk. Attempts that are lost in a crash of the server are made again:
 * deliveries are promised at least once.
 */
export const RELAXED = `set_config('synchronous_commit', 'off', true)`

/** Time in which successes are collected for one statement while many follow each other, in milliseconds. */
const GAP = 10

/** Time without a success after which an endpoint is disabled. */
const PATIENCE = `interval '5 days'`

/** The identifiers of an endpoint and of the lease that holds it. */
export interface HeldEndpoint {
  endpoint: string
  lease: string
}

/** A request for the due deliveries of an endpoint. `time` is in ISO 8601. */
export interface DueRequest extends HeldEndpoint {
  /** Last change of the endpoint when the lease was taken (ISO 8601). */
  updated_at: string
  time: string
  limit: number
}

/** The record of an attempt that succeeded. */
export interface SuccessRecord extends HeldEndpoint {
  delivery: string
  /** When the delivery was due (ISO 8601). */
  due_at: string
  attempt: Attempt
}

/** The record of an attempt that failed. */
export interface FailureRecord extends SuccessRecord {
  /** Address that the attempt was made at. */
  url: string
  status: string
  failures: number
  next_attempt_at: string | null
  is_gone: boolean
  /** Time of the record (ISO 8601). */
  time: string
}

/** A delivery that is due. */
export interface DueRow {
  id: string
  event_id: string
  seq: number
  failures: number
  due_at: string
}

/** State of an endpoint when an attempt was recorded. */
export interface EndpointRow {
  status: string
  deleted_at: string | null
  updated_at: string
}

/** State of an endpoint after a failure was recorded. */
export interface FailureRow extends EndpointRow {
  /** Why this failure disables the endpoint; null when it does not. */
  ending: 'gone' | 'failing' | null
}

// Finds retries that are due and deliveries without an attempt, each by its own index. Every lookup is made row by row, so that the plan stays good while the
// tables grow.
const due = {
  name: 'webhook deliveries due',
  text: `
    with kept as materialized (select kept_from from event_log)
    select asked.endpoint, d.*
    from json_to_recordset($1) as asked (endpoint text, lease text, updated_at timestamptz, time timestamptz, "limit" int)
    join webhook_endpoints w on w.id = asked.endpoint and w.lease = asked.lease
      and w.status = 'enabled' and w.deleted_at is null and w.updated_at = asked.updated_at
    cross join lateral (
      select id, event_id, seq, failures, next_attempt_at as due_at from (
        (select id, event_id, seq, failures, next_attempt_at from webhook_deliveries
        where endpoint_id = asked.endpoint and status = 'pending' and seq is not null and failures = 0
          and seq >= (select kept_from from kept)
        order by seq limit asked.limit)
        union all
        (select id, event_id, seq, failures, next_attempt_at from webhook_deliveries
        where endpoint_id = asked.endpoint and status = 'pending' and seq is not null and failures > 0
          and next_attempt_at <= asked.time and seq >= (select kept_from from kept)
        order by next_attempt_at limit asked.limit)) found
      order by seq limit asked.limit) d
    order by d.seq`,
}

/**
 * Returns the text of a statement that changes held endpoints. `source` turns a parameter in JSON into rows; `lock` tells whether endpoints that others have
 * locked are skipped.
 */
type TextOf = (source: Source, lock: 'skip locked' | '') => string
type Source = 'json_to_record' | 'json_to_recordset'

/** SQL: whether a delivery was not queued again since the attempt in `made` began. */
const AS_IT_WAS = 'd.next_attempt_at = made.due_at'

/** SQL: sets a column of a delivery to a value when a condition holds. */
const setWhen = (condition: string, column: string, value: string) =>
  `${column} = case when ${condition} then ${value} else d.${column} end`

/** SQL: the attempts of a delivery with the new one appended. */
const ATTEMPTS = `case when jsonb_array_length(attempts) >= ${MAX_ATTEMPTS} then attempts - 0 else attempts end || made.attempt`

// A success writes to the endpoint's row only to renew the lease or to end a time of failures.
const succeeded: TextOf = (source, lock) => `
    with made as materialized (
      select * from ${source}($1) as made (endpoint text, lease text, delivery text, due_at timestamptz, attempt jsonb)),
    held as materialized (
      select w.id, w.status, w.deleted_at, w.updated_at, w.failing_since is null and w.leased_until >= now() + ${ENOUGH} as is_kept
      from webhook_endpoints w where (w.id, w.lease) in (select endpoint, lease from made) for no key update of w ${lock}),
    kept as (
      update webhook_endpoints w set leased_until = now() + ${LEASE}, failing_since = null
      from held where w.id = held.id and not held.is_kept),
    recorded as (
      update webhook_deliveries d set
        ${setWhen(AS_IT_WAS, 'status', "'succeeded'")},
        ${setWhen(AS_IT_WAS, 'next_attempt_at', 'null')},
        attempts = ${ATTEMPTS}
      from made join held on held.id = made.endpoint where d.id = made.delivery)
    select id as endpoint, status, deleted_at, updated_at, ${RELAXED} from held`

// Without the lease nothing is recorded: the present holder makes the attempt again. A failure at an address that the endpoint has left says nothing of the
// present one: the delivery stays due, and is made there.
const failed: TextOf = (source, lock) => `
    with made as materialized (
      select made.*, w.status as standing, w.deleted_at, w.updated_at, w.url <> made.url as has_moved, case
        when w.status <> 'enabled' or w.deleted_at is not null or w.url <> made.url then null
        when made.is_gone then 'gone' when w.failing_since <= made.time - ${PATIENCE} then 'failing' end as ending
      from ${source}($1) as made (endpoint text, lease text, delivery text, due_at timestamptz, attempt jsonb, url text, status text,
        failures int, next_attempt_at timestamptz, is_gone boolean, time timestamptz)
      join webhook_endpoints w on w.id = made.endpoint and w.lease = made.lease for update of w ${lock}),
    kept as (
      update webhook_endpoints w set
        leased_until = now() + ${LEASE},
        failing_since = case when made.has_moved then w.failing_since else coalesce(w.failing_since, made.time) end,
        status = case when made.ending is null then w.status else 'disabled' end,
        disabled_reason = coalesce(made.ending, w.disabled_reason),
        updated_at = case when made.ending is null then w.updated_at else made.time end
      from made where w.id = made.endpoint),
    recorded as (
      update webhook_deliveries d set
        ${['status', 'failures', 'next_attempt_at'].map((column) => setWhen(`${AS_IT_WAS} and not made.has_moved`, column, `made.${column}`)).join(', ')},
        attempts = ${ATTEMPTS}
      from made where d.id = made.delivery)
    select endpoint, standing as status, deleted_at, updated_at, ending, ${RELAXED} from made`

const release: TextOf = (source, lock) => `
    with held as materialized (
      select w.id from ${source}($1) as held (endpoint text, lease text)
      join webhook_endpoints w on w.id = held.endpoint and w.lease = held.lease for update of w ${lock})
    update webhook_endpoints w set lease = null, leased_until = now() from held where w.id = held.id
    returning w.id as endpoint, ${RELAXED}`

/** The statements of leases. */
export interface LeaseQueries {
  /** Returns the next deliveries of an endpoint in the order of the log; none when the lease is lost or the endpoint was changed. */
  due(asked: DueRequest): Promise<DueRow[]>
  /** Records a success; when another transaction has locked the endpoint, only after `before`. Returns undefined when the lease is lost. */
  succeeded(success: SuccessRecord, before: Promise<unknown>): Promise<EndpointRow | undefined>
  /** Records a failure. Returns undefined when the lease is lost. */
  failed(failure: FailureRecord): Promise<FailureRow | undefined>
  /** Ends the lease of an endpoint. */
  release(held: HeldEndpoint): Promise<void>
}

/** Returns the statements of leases. Calls at the same time share one statement. */
export function leaseQueries({ query }: Database): LeaseQueries {
  const giveBack = changeOf<object>(query, 'webhook endpoint released', release)
  return {
    due: gathered(async (asked) => {
      const rows = await query<DueRow & { endpoint: string }>(due, [JSON.stringify(asked)])
      const found = Map.groupBy(rows, (row) => row.endpoint)
      return asked.map(({ endpoint }) => found.get(endpoint) ?? [])
    }),
    succeeded: changeOf<EndpointRow>(query, 'webhook success', succeeded, GAP),
    failed: changeOf<FailureRow>(query, 'webhook failure', failed),
    async release(held) {
      await giveBack(held)
    },
  }
}

/**
 * Returns a function that runs a change for many endpoints in one statement. Endpoints that other transactions have locked are left out of it, and are
 * waited for one by one, so that none delays the others. All members of `held` are sent as JSON.
 */
function changeOf<Row>(query: Query, name: string, textOf: TextOf, gap = 0) {
  // Not prepared: a plan for many rows must fit the present sizes of the tables.
  const many = { text: textOf('json_to_recordset', 'skip locked') }
  const one = { name, text: textOf('json_to_record', 'skip locked') }
  const patient = { name: `${name}, patiently`, text: textOf('json_to_record', '') }
  const run = (statement: Statement, content: unknown) =>
    query<Row & { endpoint: string }>(statement, [JSON.stringify(content)])

  const runAll = async (all: HeldEndpoint[]) => {
    const rows = all.length === 1 ? await run(one, all[0]) : await run(many, all)
    const found = new Map(rows.map((row) => [row.endpoint, row]))
    return all.map(({ endpoint }) => found.get(endpoint))
  }
  const together = gathered(runAll, { gap })
  return async (held: HeldEndpoint, before?: Promise<unknown>): Promise<Row | undefined> => {
    const row = await together(held)
    if (row) return row
    // Only one statement waits for each endpoint, so that others still get connections.
    await before
    return (await run(patient, held))[0]
  }
}

const endAll = { text: 'update webhook_endpoints set lease = null where lease is not null' }

/** Ends all leases. For a process that has the database alone, at its start: every holder of a lease was killed. */
export async function endEndpointLeases({ query }: Database): Promise<void> {
  await query(endAll)
}
