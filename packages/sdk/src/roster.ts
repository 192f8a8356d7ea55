// Written from the contract by `npm run generate:sdk`.

import { Client } from './core/client.ts'
import type { ClientOptions } from './core/options.ts'
import type { EventData } from './resources/event-data.ts'
import { EVENT_NAMES } from './resources/event-names.ts'
import { ROSTER } from './core/product.ts'
import { UsersResource } from './resources/users.ts'
import { OrdersResource } from './resources/orders.ts'
import { ApiKeysResource } from './resources/api-keys.ts'
import { OauthClientsResource } from './resources/oauth-clients.ts'
import { ExportsResource } from './resources/exports.ts'
import { SessionResource } from './resources/session.ts'
import { SessionsResource } from './resources/sessions.ts'
import { RealtimeResource } from './resources/realtime.ts'
import { MeResource } from './resources/me.ts'
import { WebhookEndpointsResource } from './resources/webhook-endpoints.ts'
import { EventsResource } from './resources/events.ts'

/** The client of Roster: a property for each resource, with a method for each operation. */
export class Roster extends Client<EventData> {
  /** User records: who they are, what they may do, and whether they may sign in. */
  readonly users: UsersResource = new UsersResource(this)

  /** What users ordered, and where each order stands. */
  readonly orders: OrdersResource = new OrdersResource(this)

  /** Secrets that programs call with. A key acts as a user or as a machine, within a role and scopes. */
  readonly apiKeys: ApiKeysResource = new ApiKeysResource(this)

  /** Apps that get access tokens from the authorization server, for people or for themselves. */
  readonly oauthClients: OauthClientsResource = new OauthClientsResource(this)

  /** User records as a file, made in the background and kept for a day. */
  readonly exports: ExportsResource = new ExportsResource(this)

  /** Signing in with a browser, for pages of this service. Programs use API keys or access tokens. */
  readonly session: SessionResource = new SessionResource(this)

  /**
   * Sign-ins of the caller's user and grants to apps, with time, address and client. A user sees only its own; a
   * caller that acts as no user has none.
   */
  readonly sessions: SessionsResource = new SessionsResource(this)

  /** Connections that stay open: `/ws` and `/events`. */
  readonly realtime: RealtimeResource = new RealtimeResource(this)

  /** Who is calling. */
  readonly me: MeResource = new MeResource(this)

  /**
   * Addresses that events are sent to, signed as Standard Webhooks say. An event is delivered at least once, in the
   * order of the log as long as the endpoint answers. Only a 2xx within 15 seconds counts; anything else is repeated
   * up to nine times, within four days unless the receiver asks to wait longer.
   */
  readonly webhookEndpoints: WebhookEndpointsResource = new WebhookEndpointsResource(this)

  /** What happened, in order: every committed change leaves one event, kept for 30 days. */
  readonly events: EventsResource = new EventsResource(this)

  /** Throws a `RosterError` for an invalid option, and says what to change. Sends nothing. */
  constructor(options: ClientOptions) {
    super(options, { ...ROSTER, events: EVENT_NAMES })
  }
}
