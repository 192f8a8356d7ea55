// Written by `roster-generate` from the contract. Changes to it are lost.

import type { Member } from './members.ts'
import type { SupportTicket } from './support-tickets.ts'
import type { ApiKey } from './api-keys.ts'
import type { Export } from './exports.ts'
import type { WebhookEndpoint } from './webhook-endpoints.ts'

/** The type of `data` of each event, by the event's name. */
export interface EventData {
  /** A member was added. */
  'member.created': Member
  /** A member changed. */
  'member.updated': Member
  /** A member was removed. */
  'member.deleted': {
    /** Opaque identifier of the member. At most 64 characters. */
    id: string
  }
  /** One of the support tickets was created. */
  'support_ticket.created': SupportTicket
  /** One of the support tickets changed. */
  'support_ticket.updated': SupportTicket
  /** One of the support tickets was deleted. */
  'support_ticket.deleted': {
    /** Opaque identifier of the support ticket. At most 64 characters. */
    id: string
  }
  /** An API key was created. */
  'api_key.created': ApiKey
  /** An API key was given a new secret. */
  'api_key.rotated': ApiKey
  /** An API key was revoked. */
  'api_key.revoked': ApiKey
  /** An export was made and can be downloaded. */
  'export.succeeded': Export
  /** An export could not be made. */
  'export.failed': Export
  /** A webhook endpoint was tested. */
  'webhook.test': WebhookEndpoint
}
