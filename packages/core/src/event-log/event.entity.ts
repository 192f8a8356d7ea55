import { defineEntity, p } from '@mikro-orm/core'
import type { Actor } from '../contract/actor.ts'
import { Instant } from '../data/types.ts'
import type { EndedEpoch } from './epochs.ts'

/**
 * The log: every committed change leaves its event here, in the transaction of the change, `xid`. `turn` numbers events as they are written; `seq` is the
 * place in an order that never gains an earlier entry later, null until it is given.
 */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.text().primary().collation('C'),
    event: p.text(),
    /** The user whose record the event is about; null when it is about none. */
    user_id: p.text().collation('C').strictNullable(),
    /** Who did it; null for nobody, and in entries from before it was noted. */
    actor: p.json<Actor>().columnType('json').strictNullable(),
    /** As text, so that it goes over the wire as it was written. */
    data: p.json().columnType('json'),
    created_at: p.type(Instant),
    /** The `traceparent` of the event; null where what wrote it was not traced. */
    trace: p.text().strictNullable(),
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
    /** Null in entries from before it was noted. */
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
    // Finds the few of a rare name, which a walk along the log would meet at its end.
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

/** The one row that says how far the log reaches. Whoever locks it may give places or take entries away. */
export const EventLogEntity = defineEntity({
  name: 'EventLog',
  tableName: 'event_log',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** The epoch of places that are given now, as cursors name it. */
    epoch: p.text(),
    /** The epochs before it, of places that are still kept, the oldest first. */
    earlier: p.json<readonly EndedEpoch[]>().columnType('jsonb').defaultRaw(`'[]'`),
    /** The database that the places were given in; null before the first start. */
    origin: p.text().strictNullable(),
    /** The last place that was given; 0 for none. */
    head: p.bigint('number'),
    /** The first place that is kept, or the one to be given next. */
    kept_from: p.bigint('number'),
    /** Transactions before this one have ended, and all their events have places. */
    xid: p.string().columnType('xid8'),
  },
})
