import type { Database } from '../data/database.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { eventAttributes } from './event-span.ts'
import { ORIGIN } from './origin.ts'

/** Where readers in other processes hear of new entries. */
export const entriesChannel = ({ name }: Pick<Database, 'name'>) => `${name}_events`

/** Most events that are given their places at once; four times as many where much more than that waits. */
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
  /** Whether no place can be given, as the last ones were given elsewhere: the log is to be recognised first. */
  elsewhere: boolean
}

/**
 * Gives events that were committed their places in the log, and sends one NOTIFY. Any process may call it at any time.
 *
 * They go by their turns, which were taken while what they tell of was locked: who changes a record after another has the later turn, and is committed later, so
 * that where its event is seen the other is seen too. The events of a transaction stand together, where its last one does, as far as they fit into a run. The row of the log is the right to give places, for as
 * long as the statement takes. Who finds it locked, or moved since its own snapshot, does nothing.
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

// All events that wait are read at each run, as any may have the next place: the more there are, the more are given theirs at once.
// One statement, so that it cannot be left half-way with the row locked: who stops between two statements would hold up everybody.
const textWith = (hooks: readonly SequencingHook[], channel: string, besides: string) => `
  with before as materialized (
    select head, xid, pg_snapshot_xmin(pg_current_snapshot()) as oldest, coalesce(origin <> ${ORIGIN}, false) as elsewhere
    from event_log),
  unplaced as materialized (
    select id, turn, max(turn) over (partition by xid) as last from events
    where seq is null and xid >= (select xid from before)),
  bound as materialized (select least(greatest(count(*) / 20, $1), $1 * 4) as most from unplaced),
  ready as materialized (select id, last, turn from unplaced order by last, turn, id limit (select most from bound)),
  lead as materialized (
    select l.head from event_log l
    where l.head = (select head from before) and not (select elsewhere from before) and exists (select from ready)
    for update skip locked),
  sequenced as (
    update events e set seq = lead.head + r.place
    from lead, (select id, row_number() over (order by last, turn, id) as place from ready) r
    where e.id = r.id
    returning e.seq, e.id, e.event, e.user_id, e.created_at, e.trace),
  moved as (
    update event_log set head = (select max(seq) from sequenced),
      xid = case when (select count(*) from ready) < (select most from bound) then (select oldest from before) else xid end
    where exists (select from sequenced))
  ${hooks.map(({ text }, index) => `, hook_${index + 1} as (${text})`).join('')}
  select sequenced, ${besides} ready > 0 and (sequenced = 0 or ready = most) as more, elsewhere,
    case when sequenced > 0 then pg_notify('${channel}', '') end
  from (
    select (select count(*) from sequenced) as sequenced, (select count(*) from ready) as ready,
      (select most from bound) as most, (select elsewhere from before) as elsewhere) done`
