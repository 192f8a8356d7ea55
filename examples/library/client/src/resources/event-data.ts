// Written by `roster-generate` from the contract. Changes to it are lost.

import type { Book } from './books.ts'
import type { Plan } from './plans.ts'
import type { Person } from './people.ts'
import type { ApiKey } from './api-keys.ts'
import type { Export } from './exports.ts'
import type { WebhookEndpoint } from './webhook-endpoints.ts'

/** The type of `data` of each event, by the event's name. */
export interface EventData {
  /** A book was added. */
  'book.added': Book
  /** What is known of a book changed. */
  'book.updated': Book
  /** Somebody borrowed a book. */
  'book.lent': Book
  /** A book came back to its shelf. */
  'book.returned': Book
  /** A book left the library. */
  'book.withdrawn': Book
  /** A plan of a floor was drawn. */
  'plan.drawn': Plan
  /** The shelves of a floor changed. */
  'plan.updated': Plan
  /** Somebody joined. */
  'person.added': Person
  /** A record of a person changed. */
  'person.updated': Person
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
