// Written by `roster-generate` from the contract. Changes to it are lost.

import { List, type PageBody, type RequestOptions, Resource } from '@roster/sdk/client'
import type { StarterApiEvent } from './event.ts'

/** Query of `events.list`. */
export interface EventsListQuery {
  /** Cursor of the last event that the client has; empty to start with the oldest. At most 32 characters. */
  after?: string | undefined
  /** Only events of these names, separated by commas. At most 1,000 characters. */
  type?: string | undefined
  /** Synonym of `type`, as in the streams. Cannot be combined with it. At most 1,000 characters. */
  types?: string | undefined
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
}

/** What happened, in order: every committed change leaves one event, kept for 30 days. */
export class EventsResource extends Resource {
  /**
   * List events.
   *
   * The event log, from its oldest event or after a cursor. To follow it, request the events after the `cursor` of the
   * last one you have. A caller who sees only its own records gets only the events about them.
   *
   * Needs the scope `read:records`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `GoneError`: cursor-expired.
   *
   * @example
   * for await (const record of starterApi.events.list()) console.log(record)
   */
  list(query: EventsListQuery = {}, options: RequestOptions = {}): List<StarterApiEvent> {
    const fetchPage = (page: EventsListQuery) =>
      this.client.request<PageBody<StarterApiEvent>>('GET', '/v1/events', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'after')
  }
}
