// Written by `roster-generate` from the contract. Changes to it are lost.

import { List, type PageBody, type RequestOptions, Resource } from '@roster/sdk/client'
import type { StarterApiEvent } from './event.ts'

/** Query of `events.list`. */
export interface EventsListQuery {
  /** Cursor of the last event that is known already; empty to start with the oldest. At most 32 characters. */
  after?: string | undefined
  /** Only events of these names, separated by commas. At most 1,000 characters. */
  type?: string | undefined
  /** The same as `type`, as the streams call it. Not together with it. At most 1,000 characters. */
  types?: string | undefined
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
}

/** What happened, in order: every committed change leaves one event, kept for 30 days. */
export class EventsResource extends Resource {
  /**
   * List events.
   *
   * The log from the oldest event that is kept, or after a cursor. To follow it, ask again after the `cursor` of the
   * last event you have. Who sees its own records only is given the events about them.
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
