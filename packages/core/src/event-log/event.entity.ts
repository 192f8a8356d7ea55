import { defineEntity, p } from '@mikro-orm/core'
import type { Actor } from '../contract/actor.ts'
import { Instant } from '../data/types.ts'
import type { EndedEpoch } from './epochs.ts'

/**
 * The events of the log. A change writes its event in its own transaction, whose number is `xid`. `turn` numbers events in the order of writing. `seq` is
 * the place in the log, null at first; no event ever gets a place before one that was given already.
 */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.text().primary().collation('C'),
    event: p.text(),
    /** The user who owns the record; null for none. */
    user_id: p.text().collation('C').strictNullable(),
    /** The caller that caused the event; null for none, and in entries older than this column. */
    actor: p.json<Actor>().columnType('json').strictNullable(),
    /** JSON as text, so that it is sent exactly as it was written. */
    data: p.json().columnType('json'),
    created_at: p.type(Instant),
    /** The `traceparent` of the event; null when the write was not traced. */
    trace: p.text().strictNullable(),
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
    /** Null in entries older than this column. */
    turn: p.bigint('number').strictNullable().autoincrement(),
    seq: p.bigint('number').strictNullable(),
  },
  indexes: [
    {
      name: 'events_unsequenced',
      expression: 'create index "events_unsequenced" on "events" ("xid", "id") where "seq" is null',
    },
    {
      name: 'events_by_user',
      expression:
        'create index "events_by_user" on "events" ("user_id", "seq") where "seq" is not null and "user_id" is not null',
    },
    // Finds the events of a rare name without reading the whole log.
    {
      name: 'events_by_name',
      expression: 'create index "events_by_name" on "events" ("event", "seq") where "seq" is not null',
    },
  ],
  uniques: [
    {
      name: 'events_in_order',
      expression: 'create unique index "events_in_order" on "events" ("seq") where "seq" is not null',
    },
  ],
})

/** The single row with the state of the log. A process that gives places or deletes entries locks it. */
export const EventLogEntity = defineEntity({
  name: 'EventLog',
  tableName: 'event_log',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** The present epoch, as new cursors name it. */
    epoch: p.text(),
    /** The earlier epochs of entries that are still kept, the oldest first. */
    earlier: p.json<readonly EndedEpoch[]>().columnType('jsonb').defaultRaw(`'[]'`),
    /** Identifies the database in which the places were given; null before the first start. */
    origin: p.text().strictNullable(),
    /** The newest place; 0 for none. */
    head: p.bigint('number'),
    /** The place of the oldest entry; of the next one when the log is empty. */
    kept_from: p.bigint('number'),
    /** All transactions with lower numbers have ended, and all their events have places. */
    xid: p.string().columnType('xid8'),
  },
})
