// Written by `roster-generate` from the contract. Changes to it are lost.

import type { EventName } from './event.ts'

/** Names of all events. */
export const EVENT_NAMES: readonly EventName[] = [
  'member.created',
  'member.updated',
  'member.deleted',
  'support_ticket.created',
  'support_ticket.updated',
  'support_ticket.deleted',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'export.succeeded',
  'export.failed',
  'webhook.test',
]
