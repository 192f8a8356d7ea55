// Written by `roster-generate` from the contract. Changes to it are lost.

import type { EventName } from './event.ts'

/** Names of all events. */
export const EVENT_NAMES: readonly EventName[] = [
  'book.added',
  'book.updated',
  'book.lent',
  'book.returned',
  'book.withdrawn',
  'plan.drawn',
  'plan.updated',
  'person.added',
  'person.updated',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'export.succeeded',
  'export.failed',
  'webhook.test',
]
