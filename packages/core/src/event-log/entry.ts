import type { Actor } from '../contract/actor.ts'
import { EVENT_VERSION } from '../contract/events.ts'
import type { Query } from '../data/statement.ts'
import { formatCursor, type Position } from './cursor.ts'
import { type Epochs, positionAt } from './epochs.ts'

/** SQL: what an entry is made of, besides the epochs of the log. */
export const ENTRY_COLUMNS = '"seq", "id", "event", "user_id", "actor", "created_at", "trace", "data"::text as "data"'

/** SQL: the epochs of the log, where its row is not read as well. */
const EPOCHS = '(select "epoch" from "event_log") as "epoch", (select "earlier" from "event_log") as "earlier"'

/** An entry as it is read. */
export interface EventRow extends Epochs {
  seq: number
  id: string
  event: string
  user_id: string | null
  actor: Actor | null
  created_at: string
  trace: string | null
  data: string
}

/** An event at its place in the log. All readers of a process share one object. */
export class Entry implements Position {
  readonly epoch: string
  readonly seq: number
  readonly cursor: string
  readonly id: string
  readonly event: string
  /** The user whose record it is about; null when it is about none. */
  readonly user_id: string | null
  /** Who did it; null for nobody. */
  readonly actor: Actor | null
  readonly created_at: string
  /** The `traceparent` of the event; null where what wrote it was not traced. */
  readonly trace: string | null
  readonly api_version = EVENT_VERSION
  /** `data` as JSON, for whoever sends text. */
  readonly json: string
  #data: { id: string } | undefined

  constructor(row: EventRow) {
    this.epoch = positionAt(row, row.seq).epoch
    this.seq = row.seq
    this.cursor = formatCursor(this)
    this.id = row.id
    this.event = row.event
    this.user_id = row.user_id
    this.actor = row.actor
    this.created_at = row.created_at
    this.trace = row.trace
    this.json = row.data
  }

  /** The record after the change; of a deletion its id alone. */
  get data(): { id: string } {
    return (this.#data ??= JSON.parse(this.json) as { id: string })
  }
}

const AT_PLACES = {
  name: 'entries at places',
  text: `select ${ENTRY_COLUMNS}, ${EPOCHS} from "events" where "seq" = any($1)`,
}

/** Entries at these places, of those that are kept. */
export async function readEntriesAt(query: Query, places: readonly number[]): Promise<Entry[]> {
  return (await query<EventRow>(AT_PLACES, [places])).map((row) => new Entry(row))
}
