import type { Actor } from '../contract/actor.ts'
import { EVENT_VERSION } from '../contract/events.ts'
import type { Query } from '../data/statement.ts'
import { formatCursor, type Position } from './cursor.ts'
import { type Epochs, positionAt } from './epochs.ts'

/** SQL: the columns of an entry, without the epochs of the log. */
export const ENTRY_COLUMNS = '"seq", "id", "event", "user_id", "actor", "created_at", "trace", "data"::text as "data"'

/** SQL: the epochs of the log, for statements that do not read the row of `event_log` otherwise. */
const EPOCHS = '(select "epoch" from "event_log") as "epoch", (select "earlier" from "event_log") as "earlier"'

/** A row from which an entry is made. */
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

/** An event at its place in the log. All readers in a process share one object for it. */
export class Entry implements Position {
  readonly epoch: string
  readonly seq: number
  readonly cursor: string
  readonly id: string
  readonly event: string
  /** The user who owns the record; null for none. */
  readonly user_id: string | null
  /** The caller that caused the event; null for none. */
  readonly actor: Actor | null
  readonly created_at: string
  /** The `traceparent` of the event; null when the write was not traced. */
  readonly trace: string | null
  readonly api_version = EVENT_VERSION
  /** `data` as JSON text, for transports that send it as it is. */
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

  /** The record after the change; after a deletion its `id` alone. */
  get data(): { id: string } {
    return (this.#data ??= JSON.parse(this.json) as { id: string })
  }
}

const AT_PLACES = {
  name: 'entries at places',
  text: `select ${ENTRY_COLUMNS}, ${EPOCHS} from "events" where "seq" = any($1)`,
}

/** Returns the entries at these places, without those that are deleted by now. */
export async function readEntriesAt(query: Query, places: readonly number[]): Promise<Entry[]> {
  return (await query<EventRow>(AT_PLACES, [places])).map((row) => new Entry(row))
}
