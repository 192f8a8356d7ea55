import type { RosterEvent } from '../../core/event.ts'
import type { ApiKey } from '../../resources/api-keys.ts'
import type { Export } from '../../resources/exports.ts'
import type { OAuthClient } from '../../resources/oauth-clients.ts'
import type { Order } from '../../resources/orders.ts'
import type { ActiveSession } from '../../resources/sessions.ts'
import type { User } from '../../resources/users.ts'
import type { Delivery, WebhookEndpoint } from '../../resources/webhook-endpoints.ts'

/** A session, and whose it is. */
export interface MockSession extends Omit<ActiveSession, 'current'> {
  user_id: string
}

/** The records there are, oldest first. What tests put in or change here is what the API answers. */
export interface MockDatabase {
  users: User[]
  orders: Order[]
  apiKeys: ApiKey[]
  oauthClients: OAuthClient[]
  exports: Export[]
  /** Where users are signed in. Sign-ins at the authorization server and grants are here if a test puts them in. */
  sessions: MockSession[]
  webhookEndpoints: WebhookEndpoint[]
  /** Events on their way to webhook endpoints. */
  deliveries: Delivery[]
  /** The log of events. */
  events: RosterEvent[]
}
