// Written from the contract by `npm run generate:sdk`.

import type { EventName } from '../core/event.ts'

/** Names of all events. */
export const EVENT_NAMES: readonly EventName[] = [
  'user.created',
  'user.updated',
  'user.suspended',
  'user.deleted',
  'order.created',
  'order.updated',
  'order.cancelled',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'export.succeeded',
  'export.failed',
  'webhook.test',
]
