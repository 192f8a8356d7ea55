import type { Database } from '../data/database.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { eventAttributes } from './event-span.ts'
import { ORIGIN } from './origin.ts'

/** Where readers in other processes hear of new entries. */
export const entriesChannel = ({ name }: Pick<Database, 'name'>) => `${name}_events`

/** Most events that are given their places at once. */
const BATCH = 1_000

/**
 * Something that happens to every event in the transaction that gives it its place, and so exactly once. `text` is one data-modifying
 * statement that reads `sequenced` (`seq`, `id`, `event`, `user_id`, `created_at`), such as `insert into deliveries … select … from
 * sequenced`. No two hooks have one name.
 */
export interface SequencingHook {
  name: string
  text: string
}

/** A traced event, and its new place. */
interface Placed {
  seq: number
  id: string
  event: string
  trace: string
}

/** What one run has done. */
export interface SequencingResult {
  /** How many events got their place. */
  sequenced: number
  /** Whether there are events left that could have theirs now: more than go at once, or somebody else had the right. */
  more: boolean
  /** Whether there are events left that must wait for transactions which are still open. */
  waiting: boolean
  /** Whether no place can be given, as the last ones were given elsewhere: the log is to be recognised first. */
  elsewhere: boolean
}

/**
 * Gives events that were committed their places in the log, and sends one NOTIFY. Any process may call it at any time.
 *
 * An event is ready when every transaction of this database that began to write before its own has ended: from then on no event can come
 * before it. The row of the log is the right to give places, for as long as the statement takes. Who finds it locked, or moved since its own snapshot,
 * does nothing.
 */
export function sequence(database: Database, hooks: readonly SequencingHook[] = []): Promise<SequencingResult> {
  const { tracing } = database
  return tracing ? sequenceTraced(tracing, database, hooks) : run(database, hooks, UNTRACED)
}

/** How a run is called, and SQL among its results. */
interface Run {
  name: string
  besides: string
}

async function run<Result extends SequencingResult>(
  database: Database,
  hooks: readonly SequencingHook[],
  { name, besides }: Run,
): Promise<Result> {
  const names = [name, ...hooks.map((hook) => hook.name)]
  const text = textWith(hooks, entriesChannel(database), besides)
  const [result] = await database.query<Result>({ name: names.join(', '), text }, [BATCH])
  return result!
}

/** Tells in the trace of each event that it has its place. */
async function sequenceTraced(tracing: Tracing, database: Database, hooks: readonly SequencingHook[]) {
  const start = Date.now()
  const { traced, ...result } = await run<SequencingResult & { traced: Placed[] | null }>(database, hooks, TRACED)
  for (const { seq, id, event, trace } of traced ?? []) {
    const place = { 'messaging.operation.name': 'place', 'event_log.place': seq }
    const attributes = { ...eventAttributes({ id, event }), ...place }
    tracing.tell({ name: `place ${event}`, parent: trace, start, attributes })
  }
  return result
}

const UNTRACED: Run = { name: 'events sequenced', besides: '' }

/** Returns the events whose writers were traced. */
const TRACED: Run = {
  name: 'traced events sequenced',
  besides: `
    (select json_agg(json_build_object('seq', seq, 'id', id, 'event', event, 'trace', trace) order by seq)
      from sequenced where trace is not null) as traced,`,
}

/**
 * SQL: the first transaction that may still write here. The snapshot counts those of the whole server; of the open ones those are left out
 * that are seen to be in another database. What is seen after the snapshot was taken holds for it, as an open transaction changes neither its
 * number nor its database.
 */
const HORIZON = `
  coalesce(
    (select open from pg_snapshot_xip(pg_current_snapshot()) as open
    where not exists (
      select from pg_stat_activity where backend_xid = open::xid and datname <> current_database())
    order by open limit 1),
    pg_snapshot_xmax(pg_current_snapshot()))`

// One statement, so that it cannot be left half-way with the row locked: who stops between two statements would hold up everybody.
const textWith = (hooks: readonly SequencingHook[], channel: string, besides: string) => `
  with before as materialized (
    select head, xid, ${HORIZON} as horizon, coalesce(origin <> ${ORIGIN}, false) as elsewhere from event_log),
  ready as materialized (
    select e.id, e.xid from events e
    where e.seq is null and e.xid >= (select xid from before) and e.xid < (select horizon from before)
    order by e.xid, e.id limit $1),
  turn as materialized (
    select l.head from event_log l
    where l.head = (select head from before) and not (select elsewhere from before) and exists (select from ready)
    for update skip locked),
  sequenced as (
    update events e set seq = turn.head + r.place
    from turn, (select id, row_number() over (order by xid, id) as place from ready) r
    where e.id = r.id
    returning e.seq, e.id, e.event, e.user_id, e.created_at, e.trace),
  moved as (
    update event_log
    set head = (select max(seq) from sequenced), xid = (select xid from ready order by xid desc limit 1)
    where exists (select from sequenced))
  ${hooks.map(({ text }, index) => `, hook_${index + 1} as (${text})`).join('')}
  select sequenced, ${besides} ready > 0 and (sequenced = 0 or ready = $1) as more, waiting, elsewhere,
    case when sequenced > 0 then pg_notify('${channel}', '') end
  from (
    select (select count(*) from sequenced) as sequenced, (select count(*) from ready) as ready, exists (
      select from events where seq is null and xid >= (select horizon from before)) as waiting,
      (select elsewhere from before) as elsewhere) done`
