import type { EventAccess } from '../events/event-access.ts'
import type { SequencingHook } from '../event-log/sequence.ts'
import { deliveryIdSql } from './delivery.entity.ts'
import { ALL_EVENTS } from './endpoint.contract.ts'
import { TEST_EVENT } from './webhooks.contract.ts'

/**
 * SQL: whether the endpoint `w` subscribes to an event, and has the scope for it. Of an event whose name this version does not know, an endpoint that names it
 * was let in by a version that does; one for all events needs the scopes for all.
 */
const asksFor = (event: string, events: EventAccess) =>
  `${event} <> '${TEST_EVENT}' and w.events ?| array['${ALL_EVENTS}', ${event}]
    and w.scopes ?& (${scopesFor(event, events)})`

/** SQL: the scopes for reading an event. */
function scopesFor(event: string, events: EventAccess): string {
  const cases = events.names.map((name) => `when '${name}' then ${arrayOf(events.scopesToRead([name]))}`)
  return `case ${event} ${cases.join(' ')}
    else case when w.events ? ${event} then array[]::text[] else ${arrayOf(events.allScopes)} end end`
}

const arrayOf = (scopes: readonly string[]) => `array[${scopes.map((scope) => `'${scope}'`).join(', ')}]::text[]`

const COLUMNS = 'id, endpoint_id, event_id, event, seq, status, attempts, failures, next_attempt_at, created_at'

/**
 * Returns the hook that queues a delivery of every event to each endpoint that subscribes to it, in the transaction that gives the event its place. The
 * delivery of a test exists already, and gets the place of its event whatever has become of the endpoint: without a place it would be neither made nor
 * deleted. Both are looked up by their identifiers, because a cached plan for an `exists` could read all deliveries.
 */
export const queueDeliveries = (events: EventAccess): SequencingHook => ({
  name: 'webhook deliveries',
  text: `
    insert into webhook_deliveries (${COLUMNS})
    select ${deliveryIdSql('due.id', 'due.endpoint')}, due.endpoint, due.id, due.event, due.seq, 'pending', '[]', 0, due.created_at, due.created_at
    from (
      select s.id, s.event, s.seq, s.created_at, w.id as endpoint from sequenced s
      join webhook_endpoints w on w.status = 'enabled' and w.deleted_at is null and ${asksFor('s.event', events)}
      union all
      select s.id, s.event, s.seq, s.created_at, w.id from sequenced s
      join webhook_endpoints w on w.id = (select e.data->>'id' from events e where e.id = s.id)
      where s.event = '${TEST_EVENT}'
        and (select d.id from webhook_deliveries d where d.id = ${deliveryIdSql('s.id', 'w.id')}) is not null) due
    on conflict (id) do update set seq = excluded.seq`,
})

/** The SQL of the values of a recovery. */
interface RecoveryValues {
  endpoint: string
  /** Moment before which no event is queued. */
  since: string
  now: string
}

/**
 * SQL: parts of a statement that queue those of the events in `read` which an endpoint asks for. `again` has a row for each delivery that had failed, and
 * `missed` one for each event without a delivery.
 */
export const queueAskedEvents = (events: EventAccess, { endpoint, since, now }: RecoveryValues) => `
    asked as materialized (
      select e.id, e.event, e.seq, w.id as endpoint, ${deliveryIdSql('e.id', 'w.id')} as delivery
      from webhook_endpoints w join read e on e.created_at >= ${since} and ${asksFor('e.event', events)}
      where w.id = ${endpoint}),
    again as (
      update webhook_deliveries d set status = 'pending', failures = 0, next_attempt_at = ${now}
      from asked where d.id = asked.delivery and d.status = 'failed'
      returning 1),
    missed as (
      insert into webhook_deliveries (${COLUMNS})
      select delivery, endpoint, id, event, seq, 'pending', '[]', 0, ${now}, ${now} from asked
      on conflict (id) do nothing
      returning 1)`
