import type { Database } from '../data/database.ts'
import type { Query, Statement } from '../data/statement.ts'
import { gathered } from '../data/gathered.ts'
import { type Entry, ENTRY_COLUMNS } from '../event-log/entry.ts'
import { type Attempt, MAX_ATTEMPTS } from './delivery.contract.ts'

/** How long an endpoint belongs to who makes its deliveries after each sign of life: the 15 seconds of an attempt, and 15 more. */
export const LEASE = `interval '30 seconds'`

/** What must be left of it for another attempt. While there is more, a success writes nothing to the endpoint. */
const ENOUGH = `interval '25 seconds'`

/**
 * SQL among the results of a statement: its commit does not wait for the disk. Attempts that a crash of the server makes it forget are made
 * again, and deliveries are promised at least once.
 */
export const RELAXED = `set_config('synchronous_commit', 'off', true)`

/** Most deliveries of one batch, so that every endpoint is delivered to soon. */
const BATCH = 20

/** After how long of failures alone an endpoint is disabled. */
const PATIENCE = `interval '5 days'`

/** An endpoint, and the lease that holds it. */
export interface HeldEndpoint {
  endpoint: string
  lease: string
}

/** An endpoint whose deliveries are asked for that are due at a time (ISO 8601). */
export interface DueRequest {
  endpoint: string
  time: string
}

/** An attempt as it is written down. */
export interface AttemptRecord extends HeldEndpoint {
  delivery: string
  /** When it was due (ISO 8601). */
  due_at: string
  status: string
  failures: number
  next_attempt_at: string | null
  attempt: Attempt
  is_gone: boolean
  /** When it is written down (ISO 8601). */
  time: string
}

/** A delivery that is due. */
export type DueRow = ConstructorParameters<typeof Entry>[0] & { delivery_id: string; failures: number; due_at: string }

/** An endpoint as it was when an attempt was written down. */
export interface RecordedEndpoint {
  status: string
  deleted_at: string | null
  updated_at: string
  /** Why this attempt disables it; null when it does not. */
  ending: 'gone' | 'failing' | null
}

// Repetitions that are due and what was never tried, each found by its own index. Every lookup is made row by row, so that the plan stays good
// while the tables grow.
const due = {
  name: 'webhook deliveries due',
  text: `
    with kept as materialized (select epoch, kept_from from event_log)
    select asked.endpoint, d.id as delivery_id, d.failures, d.next_attempt_at as due_at, e.*, (select epoch from kept) as epoch
    from json_to_recordset($1) as asked (endpoint text, time timestamptz)
    cross join lateral (
      select * from (
        (select id, event_id, seq, failures, next_attempt_at from webhook_deliveries
        where endpoint_id = asked.endpoint and status = 'pending' and seq is not null and failures = 0
          and seq >= (select kept_from from kept)
        order by seq limit ${BATCH})
        union all
        (select id, event_id, seq, failures, next_attempt_at from webhook_deliveries
        where endpoint_id = asked.endpoint and status = 'pending' and seq is not null and failures > 0
          and next_attempt_at <= asked.time and seq >= (select kept_from from kept)
        order by next_attempt_at limit ${BATCH})) found
      order by seq limit ${BATCH}) d
    cross join lateral (
      select ${ENTRY_COLUMNS} from events where id = d.event_id offset 0) e
    order by d.seq`,
}

/** A change of endpoints that are held. `source` makes rows of a parameter in JSON, `lock` says what happens to endpoints that others have locked. */
type TextOf = (source: 'json_to_record' | 'json_to_recordset', lock: 'skip locked' | '') => string

/** SQL: what the attempt makes of a column, unless the delivery was queued again meanwhile. */
const unlessQueuedAgain = (column: string) =>
  `${column} = case when d.next_attempt_at = held.due_at then held.${column} else d.${column} end`

// A lease that was lost is not written down: who has the endpoint now makes the attempt again.
const record: TextOf = (source, lock) => `
    with held as materialized (
      select made.*, w.status as standing, w.deleted_at, w.updated_at, w.failing_since, w.leased_until, case
        when w.status <> 'enabled' or w.deleted_at is not null or made.status = 'succeeded' then null
        when made.is_gone then 'gone' when w.failing_since <= made.time - ${PATIENCE} then 'failing' end as ending
      from ${source}($1) as made (endpoint text, lease text, delivery text, due_at timestamptz, status text, failures int,
        next_attempt_at timestamptz, attempt jsonb, is_gone boolean, time timestamptz)
      join webhook_endpoints w on w.id = made.endpoint and w.lease = made.lease for update of w ${lock}),
    kept as (
      update webhook_endpoints w set
        leased_until = now() + ${LEASE},
        failing_since = case when held.status = 'succeeded' then null else coalesce(w.failing_since, held.time) end,
        status = case when held.ending is null then w.status else 'disabled' end,
        disabled_reason = coalesce(held.ending, w.disabled_reason),
        updated_at = case when held.ending is null then w.updated_at else held.time end
      from held where w.id = held.endpoint
        and (held.status <> 'succeeded' or held.failing_since is not null or held.leased_until < now() + ${ENOUGH})),
    recorded as (
      update webhook_deliveries d set
        ${['status', 'failures', 'next_attempt_at'].map(unlessQueuedAgain).join(', ')},
        attempts = case when jsonb_array_length(attempts) >= ${MAX_ATTEMPTS} then attempts - 0 else attempts end || held.attempt
      from held where d.id = held.delivery)
    select endpoint, standing as status, deleted_at, updated_at, ending, ${RELAXED} from held`

const release: TextOf = (source, lock) => `
    with held as materialized (
      select w.id from ${source}($1) as held (endpoint text, lease text)
      join webhook_endpoints w on w.id = held.endpoint and w.lease = held.lease for update of w ${lock})
    update webhook_endpoints w set lease = null, leased_until = now() from held where w.id = held.id
    returning w.id as endpoint, ${RELAXED}`

/** What leases ask of the database. */
export interface LeaseQueries {
  /** The next deliveries of an endpoint, in the order of the log. */
  due(asked: DueRequest): Promise<DueRow[]>
  /** Writes an attempt down; undefined when the endpoint is not this lease's any more. */
  record(recorded: AttemptRecord): Promise<RecordedEndpoint | undefined>
  /** Gives an endpoint back. */
  release(held: HeldEndpoint): Promise<void>
}

/** Leases that ask at the same time share one statement. */
export function leaseQueries({ query }: Database): LeaseQueries {
  const giveBack = changeOf<object>(query, 'webhook endpoint released', release)
  return {
    due: gathered(async (asked) => {
      const rows = await query<DueRow & { endpoint: string }>(due, [JSON.stringify(asked)])
      const found = Map.groupBy(rows, (row) => row.endpoint)
      return asked.map(({ endpoint }) => found.get(endpoint) ?? [])
    }),
    record: changeOf<RecordedEndpoint>(query, 'webhook attempt', record),
    async release(held) {
      await giveBack(held)
    },
  }
}

/**
 * Endpoints that somebody has locked are left out of what is done for many, and waited for one by one, so that none holds up the others.
 * What is held goes out with all its members.
 */
function changeOf<Row>(query: Query, name: string, textOf: TextOf): (held: HeldEndpoint) => Promise<Row | undefined> {
  // Without a name: a plan for many must fit the sizes of the tables at the time.
  const many = { text: textOf('json_to_recordset', 'skip locked') }
  const one = { name, text: textOf('json_to_record', 'skip locked') }
  const patient = { name: `${name}, patiently`, text: textOf('json_to_record', '') }
  const run = (statement: Statement, content: unknown) =>
    query<Row & { endpoint: string }>(statement, [JSON.stringify(content)])

  const together = gathered(async (all: HeldEndpoint[]) => {
    const rows = all.length === 1 ? await run(one, all[0]) : await run(many, all)
    const found = new Map(rows.map((row) => [row.endpoint, row]))
    return all.map(({ endpoint }) => found.get(endpoint))
  })
  return async (held) => (await together(held)) ?? (await run(patient, held))[0]
}
