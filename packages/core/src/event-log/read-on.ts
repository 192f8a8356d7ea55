import type { Query, Statement } from '../data/statement.ts'
import { ENTRY_COLUMNS, Entry, type EventRow } from './entry.ts'
import type { Epochs } from './epochs.ts'
import { type LogState, lostRow } from './log-state.ts'

/** Most entries that are read, or handed to a follower, at once. */
export const PAGE = 500

/** Which entries are asked for. */
export interface Selection {
  /** The user whose records they are about; null for everybody's. */
  readonly owner: string | null
  /** Undefined for all names. */
  readonly names?: readonly string[] | undefined
}

export interface ReadOptions {
  /** Most entries that are read. Default: 500. */
  limit?: number
  /** Default: all entries. */
  selection?: Selection | undefined
}

/** The place after which entries are read: what may be left in an index of those that are kept no more is skipped. */
const START = 'greatest($1, l.kept_from - 1)'

// Whatever the planner thinks of an owner or a name, the order that is asked for is that of their own index: a walk along the log would meet the few
// entries of a rare one at its end.
const ALL = pageOf('event log after a place', `(select * from events where seq > ${START} order by seq limit $2)`)

const OWNED = pageOf(
  'event log of an owner',
  `(select * from events where seq is not null and (user_id, seq) > ($3, ${START}) and user_id <= $3
    and ($4::text[] is null or event = any($4)) order by user_id, seq limit $2)`,
)

const NAMED = pageOf(
  'event log of names',
  `(select named.* from unnest($3::text[]) as name cross join lateral (
      select * from events where seq is not null and (event, seq) > (name, ${START}) and event <= name
      order by event, seq limit $2) as named
    order by seq limit $2)`,
)

/** Entries, of a query in brackets, and how far the log reached at the same moment. */
function pageOf(name: string, entries: string): Statement {
  return {
    name,
    text: `
    select l.epoch, l.earlier, l.head, l.kept_from, e.* from event_log l
    left join lateral (select ${ENTRY_COLUMNS} from ${entries} as found) e on true
    order by e.seq`,
  }
}

/** A row of the log, and an entry unless none comes after the place. */
type Read = LogState & (EventRow | { [Column in keyof Omit<EventRow, keyof Epochs>]: null })

/** Entries after a place, in order, and how far the log reached at the same moment. */
export async function readOn(
  query: Query,
  place: number,
  { limit = PAGE, selection = { owner: null } }: ReadOptions = {},
): Promise<{ log: LogState; entries: Entry[] }> {
  const [statement, ...values] = asking(selection)
  const rows = await query<Read>(statement, [place, limit, ...values])
  const [log] = rows
  if (!log) throw lostRow()
  return { log, entries: rows.filter(isEntry).map((row) => new Entry(row)) }
}

/** The statement that reads a selection, and its values beside the place and the limit. */
function asking({ owner, names }: Selection): [Statement, ...unknown[]] {
  if (owner !== null) return [OWNED, owner, names ?? null]
  return names ? [NAMED, [...new Set(names)]] : [ALL]
}

const isEntry = (row: Read): row is LogState & EventRow => row.seq !== null
