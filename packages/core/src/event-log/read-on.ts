import type { Query, Statement } from '../data/statement.ts'
import { ENTRY_COLUMNS, Entry, type EventRow } from './entry.ts'
import type { Epochs } from './epochs.ts'
import { type LogState, lostRow } from './log-state.ts'

/** Largest number of entries in one read, and in one batch. */
export const PAGE = 500

/** The entries that a read asks for. */
export interface Selection {
  /** The user who owns the records; null for all users. */
  readonly owner: string | null
  /** Names of the events; undefined for all names. */
  readonly names?: readonly string[] | undefined
}

export interface ReadOptions {
  /** Largest number of entries. Default: 500. */
  limit?: number
  /** Default: all entries. */
  selection?: Selection | undefined
}

/** SQL: the place after which entries are read. Deleted entries that an index may still hold are skipped. */
const START = 'greatest($1, l.kept_from - 1)'

// The order is written so that only the index of the owner or the name has it, whatever the planner estimates: a scan along the log would reach the few
// entries of a rare owner at its very end.
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

/** Returns a statement that reads the entries of a query in brackets, and the state of the log in the same snapshot. */
function pageOf(name: string, entries: string): Statement {
  return {
    name,
    text: `
    select l.epoch, l.earlier, l.head, l.kept_from, e.* from event_log l
    left join lateral (select ${ENTRY_COLUMNS} from ${entries} as found) e on true
    order by e.seq`,
  }
}

/** The state of the log with an entry; the entry's columns are null when none follows the place. */
type Read = LogState & (EventRow | { [Column in keyof Omit<EventRow, keyof Epochs>]: null })

/** Returns the entries after a place, in order, and the state of the log in the same snapshot. */
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

/** Returns the statement that reads a selection, and its values besides the place and the limit. */
function asking({ owner, names }: Selection): [Statement, ...unknown[]] {
  if (owner !== null) return [OWNED, owner, names ?? null]
  return names ? [NAMED, [...new Set(names)]] : [ALL]
}

const isEntry = (row: Read): row is LogState & EventRow => row.seq !== null
