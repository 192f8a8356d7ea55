// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  List,
  type PageBody,
  type Selected,
  type ChangeOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from '@roster/sdk/client'

/** One support ticket. */
export interface SupportTicket {
  /** Opaque identifier of the support ticket. At most 64 characters. */
  id: string
  /** What it is about. 1 to 200 characters. */
  title: string
  /** Whether it can be changed. */
  status: 'open' | 'closed'
  /** Number of this state; every change adds 1. At least 1. */
  version: number
  /** When it was created. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When it last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** Query of `supportTickets.list`. */
export interface SupportTicketsListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'title' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Only those with this status. */
  status?: 'open' | 'closed' | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `supportTickets.create`. */
export interface SupportTicketsCreateBody {
  /** What it is about. 1 to 200 characters. */
  title: string
}

/** Body of `supportTickets.update`. */
export interface SupportTicketsUpdateBody {
  /** What it is about. 1 to 200 characters. */
  title?: string | undefined
  /** Whether it can be changed. */
  status?: 'open' | 'closed' | undefined
  /** The version that the change is based on. If it is not the present one: 409. At least 1. */
  version?: number | undefined
}

/** The support tickets there are. */
export class SupportTicketsResource extends Resource {
  /**
   * List support tickets.
   *
   * The support tickets, newest first unless sorted otherwise.
   *
   * Needs the scope `read:records`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of starterApi.supportTickets.list()) console.log(record)
   */
  list(query?: SupportTicketsListQuery & { fields?: undefined }, options?: RequestOptions): List<SupportTicket>
  /** Returns records with only the members that `fields` selects. */
  list(query: SupportTicketsListQuery, options?: RequestOptions): List<Selected<SupportTicket>>
  list(query: SupportTicketsListQuery = {}, options: RequestOptions = {}): List<SupportTicket> {
    const fetchPage = (page: SupportTicketsListQuery) =>
      this.client.request<PageBody<SupportTicket>>('GET', '/v1/support-tickets', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Create support ticket.
   *
   * Creates one, which is open.
   *
   * Needs the scope `write:records`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `ValidationError`: validation-failed.
   *
   * @example
   * await starterApi.supportTickets.create({ title: 'First of all' })
   */
  create(body: SupportTicketsCreateBody, options: RequestOptions = {}): APIPromise<SupportTicket> {
    return this.client.request<SupportTicket>('POST', '/v1/support-tickets', { body }, options)
  }

  /**
   * Get support ticket.
   *
   * Reads one.
   *
   * Needs the scope `read:records`.
   *
   * @param supportTicketId - Opaque identifier of the support ticket.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.supportTickets.get('tic_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(supportTicketId: string, options?: ReadOptions): APIPromise<SupportTicket>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(supportTicketId: string, options: ConditionalReadOptions): APIPromise<SupportTicket | null>
  get(supportTicketId: string, options: ConditionalReadOptions = {}): APIPromise<SupportTicket | null> {
    return this.client.request<SupportTicket>(
      'GET',
      '/v1/support-tickets/{support_ticket_id}',
      { ids: [supportTicketId] },
      options,
    )
  }

  /**
   * Change support ticket.
   *
   * Changes the members that are sent. A closed one changes only if it is reopened.
   *
   * Needs the scope `write:records`.
   *
   * @param supportTicketId - Opaque identifier of the support ticket.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: conflict, version-conflict.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.supportTickets.update('tic_01KAJQ7W5M8XV2R4T6Y9B3D501', { status: 'closed' })
   */
  update(
    supportTicketId: string,
    body: SupportTicketsUpdateBody,
    options: ChangeOptions = {},
  ): APIPromise<SupportTicket> {
    return this.client.request<SupportTicket>(
      'PATCH',
      '/v1/support-tickets/{support_ticket_id}',
      { ids: [supportTicketId], body },
      options,
    )
  }

  /**
   * Delete support ticket.
   *
   * Deletes one. Its path answers 410 for 30 days, then 404.
   *
   * Needs the scope `write:records`.
   *
   * @param supportTicketId - Opaque identifier of the support ticket.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.supportTickets.delete('tic_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  delete(supportTicketId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>(
      'DELETE',
      '/v1/support-tickets/{support_ticket_id}',
      { ids: [supportTicketId] },
      options,
    )
  }
}
