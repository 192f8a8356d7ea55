// Written from the contract by `npm run generate:sdk`.

import type { APIPromise } from '../core/response.ts'
import type { RequestOptions } from '../core/options.ts'
import { Resource } from '../core/resource.ts'

/** A ticket for one connection. */
export interface Ticket {
  /** For the parameter `ticket` of one connection. At most 41 characters. */
  ticket: string
  /** Until when it can be used: 30 seconds from now. ISO 8601 in UTC. At most 24 characters. */
  expires_at: string
}

/** Connections that stay open: `/ws` and `/events`. */
export class RealtimeResource extends Resource {
  /**
   * Get a ticket.
   *
   * A ticket opens one connection as the caller, at `/ws?ticket=…` or `/events?ticket=…`, where a browser can send no
   * header. It works once, within 30 seconds, and the connection ends with the credential that made this call.
   *
   * Needs any credential.
   *
   * @throws `PermissionDeniedError`: csrf, forbidden.
   *
   * @example
   * await roster.realtime.ticket()
   */
  ticket(options: RequestOptions = {}): APIPromise<Ticket> {
    return this.client.request<Ticket>('POST', '/v1/realtime/tickets', {}, options)
  }
}
