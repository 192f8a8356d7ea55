import type { RosterEvent } from '../../core/event.ts'
import type { ApiKey } from '../../resources/api-keys.ts'
import type { Export } from '../../resources/exports.ts'
import type { OAuthClient } from '../../resources/oauth-clients.ts'
import type { Order } from '../../resources/orders.ts'
import type { ActiveSession } from '../../resources/sessions.ts'
import type { User } from '../../resources/users.ts'
import type { Delivery, WebhookEndpoint } from '../../resources/webhook-endpoints.ts'

/** A session with its user. */
export interface MockSession extends Omit<ActiveSession, 'current'> {
  user_id: string
}

/** The records of the mock, oldest first. Tests can add and change records, and the API responds accordingly. */
export interface MockDatabase {
  users: User[]
  orders: Order[]
  apiKeys: ApiKey[]
  oauthClients: OAuthClient[]
  exports: Export[]
  /** Sessions of users. The list contains sign-ins at the authorization server and grants only if a test adds them. */
  sessions: MockSession[]
  webhookEndpoints: WebhookEndpoint[]
  /** Deliveries of events to webhook endpoints. */
  deliveries: Delivery[]
  /** The event log. */
  events: RosterEvent[]
}
