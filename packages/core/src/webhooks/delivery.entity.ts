import { defineEntity, p } from '@mikro-orm/core'
import { hash } from 'node:crypto'
import { idPrefixes } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import type { Attempt, DeliveryRecord } from './delivery.contract.ts'

/** SQL: whether a delivery has not succeeded so far. */
export const UNSUCCESSFUL = `"status" <> 'succeeded'`

const waiting = `"status" = 'pending' and "seq" is not null`

export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: p.text().primary().collation('C'),
    endpoint_id: p.text().collation('C'),
    event_id: p.text().collation('C'),
    event: p.text(),
    status: p.text().$type<DeliveryRecord['status']>(),
    attempts: p.json<Attempt[]>(),
    next_attempt_at: p.type(Instant).strictNullable(),
    created_at: p.type(Instant),
    /** Place of the event in the log; null until it has one. */
    seq: p.bigint('number').strictNullable(),
    /** Number of failed attempts since the delivery was queued. Without any, the delivery is due whatever the clocks say. */
    failures: p.integer(),
  },
  indexes: [
    { name: 'webhook_deliveries_by_created_at', properties: ['endpoint_id', 'created_at', 'id'] },
    // Deliveries that did not succeed are few, and are those that people search for.
    {
      name: 'webhook_deliveries_unsuccessful',
      expression: `create index "webhook_deliveries_unsuccessful" on "webhook_deliveries" ("endpoint_id", "created_at", "id") where ${UNSUCCESSFUL}`,
    },
    {
      name: 'webhook_deliveries_new',
      expression: `create index "webhook_deliveries_new" on "webhook_deliveries" ("endpoint_id", "seq") where ${waiting} and "failures" = 0`,
    },
    {
      name: 'webhook_deliveries_to_repeat',
      expression: `create index "webhook_deliveries_to_repeat" on "webhook_deliveries" ("endpoint_id", "next_attempt_at") where ${waiting} and "failures" > 0`,
    },
  ],
})

type Given = Pick<DeliveryRecord, 'endpoint_id' | 'event_id' | 'event'>

/**
 * SQL: the identifier of the delivery of an event to an endpoint, which is unique for the two. It begins with the time of the event; its 16 digits are 64
 * bits of a hash.
 */
export const deliveryIdSql = (event: string, endpoint: string) =>
  `'${idPrefixes.delivery}_' || substr(${event}, 5, 10) || upper(substr(encode(sha256(convert_to(${event} || ${endpoint}, 'UTF8')), 'hex'), 1, 16))`

/** SQL: a text that sorts after the identifiers of the deliveries of an event and of all earlier events. For null it sorts after all identifiers. */
export const afterDeliveriesSql = (event: string) =>
  `'${idPrefixes.delivery}_' || coalesce(substr(${event}, 5, 10), '') || '~'`

/** Returns the identifier of a delivery, as `deliveryIdSql` does. */
function deliveryId({ event_id, endpoint_id }: Given): string {
  const digits = hash('sha256', event_id + endpoint_id).slice(0, 16)
  return `${idPrefixes.delivery}_${event_id.slice(4, 14)}${digits.toUpperCase()}`
}

/** Returns the columns of a delivery whose event has no place in the log yet. `time` is in milliseconds. */
export function newDelivery(given: Given, time: number) {
  const created_at = new Date(time).toISOString()
  return {
    id: deliveryId(given),
    ...given,
    status: 'pending' as const,
    attempts: [],
    next_attempt_at: created_at,
    created_at,
    seq: null,
    failures: 0,
  }
}

/** Returns a delivery in the form of its contract. */
export function deliveryRecord(row: DeliveryRecord): DeliveryRecord {
  const { id, event_id, event, endpoint_id, status, attempts, next_attempt_at, created_at } = row
  return { id, event_id, event, endpoint_id, status, attempts, next_attempt_at, created_at }
}
