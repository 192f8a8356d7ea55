// Written from the contract by `npm run generate:sdk`.

import type { RosterEvent } from '../core/event.ts'
import { List, type PageBody } from '../core/list.ts'
import type { RequestOptions } from '../core/options.ts'
import { Resource } from '../core/resource.ts'

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
   * Needs the scope `read:events`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `GoneError`: cursor-expired.
   *
   * @example
   * for await (const record of roster.events.list()) console.log(record)
   */
  list(query: EventsListQuery = {}, options: RequestOptions = {}): List<RosterEvent> {
    const fetchPage = (page: EventsListQuery) =>
      this.client.request<PageBody<RosterEvent>>('GET', '/v1/events', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'after')
  }
}
