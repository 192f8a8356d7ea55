import { EventEntity, EventLogEntity } from './event-log/event.entity.ts'
import { IdempotencyKeyEntity } from './idempotency/idempotency-key.entity.ts'

/** The tables that any resource writes to: the log of events and how far it reaches, and the answers kept for repeated requests. */
export const coreEntities = [EventEntity, EventLogEntity, IdempotencyKeyEntity]
