import type { Database } from '../data/database.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { eventAttributes } from './event-span.ts'
import { ORIGIN } from './origin.ts'

/** Returns the NOTIFY channel on which other processes learn of new entries. */
export const entriesChannel = ({ name }: Pick<Database, 'name'>) => `${name}_events`

/** Largest number of events that get their places in one run; four times as many when many more than that wait. */
const BATCH = 1_000

/**
 * A statement that runs for every event in the transaction that gives the event its place, and therefore exactly once. `text` is one data-modifying
 * statement that reads `sequenced` (`seq`, `id`, `event`, `user_id`, `created_at`), such as `insert into deliveries … select … from sequenced`. Names of
 * hooks are unique.
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

/** The result of a run. */
export interface SequencingResult {
  /** Number of events that got their places. */
  sequenced: number
  /** Whether events are left that can get their places now: there were more than fit into a run, or another process held the lock. */
  more: boolean
  /** Whether the log was last written in another database, so that no place can be given before `recogniseOrigin`. */
  elsewhere: boolean
}

/**
 * Gives committed events their places in the log, and sends one NOTIFY. Any process may call it at any time.
 *
 * The order is that of `turn`, a sequence number that each transaction takes while it holds the lock on the changed record. Of two changes of one record,
 * the later one has the higher turn and commits later, so a run that sees its event sees the earlier one too. The events of a transaction stand together, at
 * the turn of its last one, as far as they fit into a run. The row of `event_log` is the lock for giving places, held as long as the statement runs. A run
 * that finds it locked, or changed since its own snapshot, does nothing.
 */
export function sequence(database: Database, hooks: readonly SequencingHook[] = []): Promise<SequencingResult> {
  const { tracing } = database
  return tracing ? sequenceTraced(tracing, database, hooks) : run(database, hooks, UNTRACED)
}

/** The name of the statement, and SQL for an additional result. */
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

/** Gives places, and records a span in the trace of each traced event. */
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

/** Also returns the events that have a trace. */
const TRACED: Run = {
  name: 'traced events sequenced',
  besides: `
    (select json_agg(json_build_object('seq', seq, 'id', id, 'event', event, 'trace', trace) order by seq)
      from sequenced where trace is not null) as traced,`,
}

// Each run reads all waiting events, because any of them may be the next; therefore a run takes more of them when more wait. It is one statement, so that a
// process which dies cannot leave the row locked between two statements, and hold up all others.
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
