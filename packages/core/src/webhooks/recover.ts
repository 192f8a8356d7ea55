import { firstId, idPrefixes } from '../contract/ids.ts'
import type { Statement } from '../data/statement.ts'
import type { EventAccess } from '../events/event-access.ts'
import type { Action } from '../operation/action.ts'
import { Part } from '../operation/part.ts'
import { UNSUCCESSFUL } from './delivery.entity.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'
import { queueAskedEvents } from './queue-up.ts'

/** Most events or deliveries that one transaction looks at, so that it locks the endpoint, or the embedded database, for a moment only. */
const BATCH = 1_000

// No statement is prepared: a cached plan could date from when the tables were small.

/**
 * Returns the statement that queues events which an endpoint asks for, in their order: those without a delivery, and those whose delivery failed. Its values
 * are:
 *
 * 1. the endpoint
 * 2. the moment before which no event is queued
 * 3. the identifier after which events are read
 * 4. now
 */
const eventsOf = (events: EventAccess): Statement => ({
  text: `
    with read as materialized (
      select id, event, seq, created_at from events where id > $3 and seq is not null order by id limit ${BATCH}),
    ${queueAskedEvents(events, { endpoint: '$1', since: '$2', now: '$4' })}
    select id, created_at, (select count(*) from read) as count, (select count(*) from again) + (select count(*) from missed) as queued
    from read order by id desc limit 1`,
})

/**
 * Queues the other deliveries that failed: tests, those of events that are no longer asked for, and those that were recovered later than their events. Its
 * values are:
 *
 * 1. the endpoint
 * 2. the moment after which deliveries are read
 * 3. the identifier after which deliveries of that moment are read
 * 4. the last moment of which deliveries are read
 * 5. now
 * 6. the names of withheld events
 */
const failures: Statement = {
  text: `
    with read as materialized (
      select id, created_at from webhook_deliveries
      where endpoint_id = $1 and ${UNSUCCESSFUL} and (created_at, id) > ($2, $3) and created_at <= $4 order by created_at, id limit ${BATCH}),
    again as (
      update webhook_deliveries d set status = 'pending', failures = 0, next_attempt_at = $5
      from read where d.id = read.id and d.status = 'failed' and d.event <> all($6::text[])
      returning 1)
    select id, created_at, (select count(*) from read) as count, (select count(*) from again) as queued
    from read order by created_at desc, id desc limit 1`,
}

/** The last row that a statement has read, the number of rows read, and the number of deliveries queued. */
interface Read {
  id: string
  created_at: string
  count: number
  queued: number
}

/** How far a recovery has come. */
interface Progress {
  /** When it began (ISO 8601). Later deliveries have not failed. */
  began: string
  /** Number of deliveries queued so far. */
  queued: number
  step: 'events' | 'failures'
  /** The last row that was read in this step. */
  last?: Read
}

type RecoverAction = Action<{ since: string }>

/** The endpoint to recover, and the names of withheld events. */
interface Recovered {
  target: WebhookEndpoint
  withheld: string[]
}

/**
 * Returns the function that queues the deliveries of an endpoint that failed since a moment, and the events since then that it asks for and was not sent. It
 * returns the number, or a part of the work after each batch.
 */
export function recovererOf(readers: EventAccess) {
  const events = eventsOf(readers)

  return async function recover(
    action: RecoverAction,
    { target, withheld }: Recovered,
    progress: Progress = { began: action.now, queued: 0, step: 'events' },
  ): Promise<{ queued: number } | Part<Progress>> {
    const { transaction, input, now } = action
    const { began, step, last } = progress
    const time = Math.max(Date.parse(input.since), Date.parse(target.created_at))
    const since = new Date(time).toISOString()
    const [read] = await (step === 'events'
      ? transaction.query<Read>(events, [target.id, since, last?.id ?? firstId(idPrefixes.event, time), now])
      : transaction.query<Read>(failures, [target.id, last?.created_at ?? since, last?.id ?? '', began, now, withheld]))
    const queued = progress.queued + (read?.queued ?? 0)
    if (read?.count === BATCH) return new Part({ began, queued, step, last: read })
    return step === 'events' ? recover(action, { target, withheld }, { began, queued, step: 'failures' }) : { queued }
  }
}
