// Written from the contract by `npm run generate:sdk`.

import type { User } from './users.ts'
import type { Order } from './orders.ts'
import type { ApiKey } from './api-keys.ts'
import type { Export } from './exports.ts'
import type { WebhookEndpoint } from './webhook-endpoints.ts'

/** The type of `data` of each event, by the event's name. */
export interface EventData {
  /** A user record was created. */
  'user.created': User
  /** A user record changed. */
  'user.updated': User
  /** A user was suspended. */
  'user.suspended': User
  /** A user record was deleted. */
  'user.deleted': {
    /** Opaque identifier of the user. At most 64 characters. */
    id: string
  }
  /** An order was placed. */
  'order.created': Order
  /** An order moved to another status. */
  'order.updated': Order
  /** An order was cancelled. */
  'order.cancelled': Order
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
