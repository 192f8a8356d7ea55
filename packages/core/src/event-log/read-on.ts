import type { Query } from '../data/statement.ts'
import { ENTRY_COLUMNS, Entry, type EventRow } from './entry.ts'
import type { Epochs } from './epochs.ts'
import { type LogState, lostRow } from './log-state.ts'

/** Most entries that are read, or handed to a follower, at once. */
export const PAGE = 500

const afterPlace = {
  name: 'event log after a place',
  text: `
    select l.epoch, l.earlier, l.head, l.kept_from, e.* from event_log l
    left join (select ${ENTRY_COLUMNS} from events where seq > $1 order by seq limit ${PAGE}) e on true
    order by e.seq`,
}

/** A row of the log, and an entry unless none comes after the place. */
type Read = LogState & (EventRow | { [Column in keyof Omit<EventRow, keyof Epochs>]: null })

/** Entries after a place, in order, and how far the log reached at the same moment. */
export async function readOn(query: Query, place: number): Promise<{ log: LogState; entries: Entry[] }> {
  const rows = await query<Read>(afterPlace, [place])
  const [log] = rows
  if (!log) throw lostRow()
  return { log, entries: rows.filter(isEntry).map((row) => new Entry(row)) }
}

const isEntry = (row: Read): row is LogState & EventRow => row.seq !== null
