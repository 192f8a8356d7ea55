// Written from the contract by `npm run generate:sdk`.

import type { EventName } from '../../core/event.ts'
import type { Scope } from '../copied/scopes.ts'

type EventScopes = Readonly<Record<EventName, Scope>>

/** What reading the record of each event takes, by its name. */
export const EVENT_SCOPES: EventScopes = {
  'user.created': 'read:users',
  'user.updated': 'read:users',
  'user.suspended': 'read:users',
  'user.deleted': 'read:users',
  'order.created': 'read:orders',
  'order.updated': 'read:orders',
  'order.cancelled': 'read:orders',
  'api_key.created': 'manage:keys',
  'api_key.rotated': 'manage:keys',
  'api_key.revoked': 'manage:keys',
  'export.succeeded': 'read:users',
  'export.failed': 'read:users',
  'webhook.test': 'manage:webhooks',
}
