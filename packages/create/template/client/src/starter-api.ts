// Written by `roster-generate` from the contract. Changes to it are lost.

import { Client, type ClientOptions } from '@roster/sdk/client'
import type { EventData } from './resources/event-data.ts'
import { EVENT_NAMES } from './resources/event-names.ts'
import { MembersResource } from './resources/members.ts'
import { SupportTicketsResource } from './resources/support-tickets.ts'
import { ApiKeysResource } from './resources/api-keys.ts'
import { OauthClientsResource } from './resources/oauth-clients.ts'
import { ExportsResource } from './resources/exports.ts'
import { SessionResource } from './resources/session.ts'
import { SessionsResource } from './resources/sessions.ts'
import { RealtimeResource } from './resources/realtime.ts'
import { MeResource } from './resources/me.ts'
import { WebhookEndpointsResource } from './resources/webhook-endpoints.ts'
import { EventsResource } from './resources/events.ts'

/** The client of StarterApi: a property for each resource, with a method for each operation. */
export class StarterApi extends Client<EventData> {
  /** The accounts that sign in, with their roles. */
  readonly members: MembersResource = new MembersResource(this)

  /** The support tickets there are. */
  readonly supportTickets: SupportTicketsResource = new SupportTicketsResource(this)

  /** Secrets that programs call with. A key acts as a user or as a machine, within a role and scopes. */
  readonly apiKeys: ApiKeysResource = new ApiKeysResource(this)

  /** Apps that get access tokens from the authorization server, for people or for themselves. */
  readonly oauthClients: OauthClientsResource = new OauthClientsResource(this)

  /** Support tickets as a file, made in the background and kept for a day. */
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
    super(options, {
      name: 'StarterApi',
      userAgent: 'starter-api-client/0.1.0',
      baseUrl: 'http://localhost:3000',
      basePath: '/v1',
      events: EVENT_NAMES,
    })
  }
}
