// Written by `roster-generate` from the contract. Changes to it are lost.

import { type APIPromise, type RequestOptions, Resource } from '@roster/sdk/client'

/** A ticket for one connection. */
export interface Ticket {
  /** Value of the parameter `ticket` for one connection. At most 43 characters. */
  ticket: string
  /** When the ticket expires: 30 seconds from now. ISO 8601 in UTC. At most 24 characters. */
  expires_at: string
}

/** Connections that stay open: `/ws` and `/events`. */
export class RealtimeResource extends Resource {
  /**
   * Get a ticket.
   *
   * A ticket opens one connection as the caller, at `/ws?ticket=…` or `/events?ticket=…`, because a browser cannot
   * send headers there. It works once, within 30 seconds. The connection ends when the credential of this request
   * ends.
   *
   * Needs any credential.
   *
   * @throws `PermissionDeniedError`: csrf, forbidden.
   *
   * @example
   * await library.realtime.ticket()
   */
  ticket(options: RequestOptions = {}): APIPromise<Ticket> {
    return this.client.request<Ticket>('POST', '/api/realtime/tickets', {}, options)
  }
}
