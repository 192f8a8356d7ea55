import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/**
 * The log: every committed change leaves its event here, in the transaction of the change. `xid` is that transaction, by which events
 * are put in an order that never gains an earlier entry later.
 */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.text().primary().collation('C'),
    event: p.text(),
    /** The user whose record the event is about; null when it is about none. */
    user_id: p.text().collation('C').strictNullable(),
    data: p.json(),
    created_at: p.type(Instant),
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
  },
})
