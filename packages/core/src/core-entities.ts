import { EventEntity, EventLogEntity } from './event-log/event.entity.ts'
import { IdempotencyKeyEntity } from './idempotency/idempotency-key.entity.ts'

/** Tables that every resource writes to: the events, the state of the event log, and the responses kept for repeated requests. */
export const coreEntities = [EventEntity, EventLogEntity, IdempotencyKeyEntity]
