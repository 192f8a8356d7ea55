// Written from the contract by `npm run generate:sdk`.

import type { APIPromise } from '../core/response.ts'
import { List, type PageBody, type Selected } from '../core/list.ts'
import type { RequestOptions } from '../core/options.ts'
import { Resource } from '../core/resource.ts'

/** A way in which somebody is signed in now. Without the members that `fields` leaves out. */
export interface ActiveSession {
  /** Opaque identifier of the session. At most 64 characters. */
  id: string
  /**
   * `browser`: a session of this service in a browser. `sign_in`: a sign-in at the authorization server, which lets
   * apps ask without the password. `grant`: what an app was granted, with the refresh tokens that it holds.
   */
  type: 'browser' | 'sign_in' | 'grant'
  /** When somebody signed in, or the app got its first tokens. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /**
   * When it was last used, to the minute; of a grant, when the app last got tokens. ISO 8601 in UTC. At most 24
   * characters.
   */
  last_used_at: string
  /** When it ends by itself; of a grant, unless the app gets new tokens before. ISO 8601 in UTC. At most 24 characters. */
  expires_at: string
  /** IP address from which somebody signed in, or the app got its first tokens; null where it is not known. */
  address: string | null
  /** What the browser or app said then that it is; null where it said nothing. */
  user_agent: string | null
  /** The app that holds the grant; null for sessions of other types. */
  client: SessionClient | null
  /** What the app may do; null for sessions of other types, which may do all that the role may. */
  scopes:
    | (
        | 'read:users'
        | 'write:users'
        | 'delete:users'
        | 'read:orders'
        | 'write:orders'
        | 'read:events'
        | 'manage:keys'
        | 'manage:webhooks'
        | 'manage:clients'
        | 'read:metrics'
        | 'openid'
        | 'profile'
        | 'email'
        | 'offline_access'
      )[]
    | null
  /** Whether the credential that makes this call belongs to it. */
  current: boolean
}

/** The app that holds a grant. */
export interface SessionClient {
  /** Identifier of the app; of one that nobody has registered the address of its metadata. 1 to 255 characters. */
  client_id: string
  /** Name of the app; of one that nobody has registered the host that answers for it. 1 to 255 characters. */
  name: string
}

/** Query of `sessions.list`. */
export interface SessionsListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither
   * repeats nor skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/**
 * Where the caller's user is signed in, and which apps act for that user: since when, from where and by which
 * client. Everybody sees their own only; a caller that acts as no user has none.
 */
export class SessionsResource extends Resource {
  /**
   * List sessions.
   *
   * Sessions and grants of the caller's user that have not ended, newest first unless sorted otherwise.
   *
   * Needs any credential.
   *
   * @param query - Query parameters.
   *
   * @example
   * for await (const record of roster.sessions.list()) console.log(record)
   */
  list(query?: SessionsListQuery & { fields?: undefined }, options?: RequestOptions): List<ActiveSession>
  /** Returns records with only the members that `fields` selects. */
  list(query: SessionsListQuery, options?: RequestOptions): List<Selected<ActiveSession>>
  list(query: SessionsListQuery = {}, options: RequestOptions = {}): List<ActiveSession> {
    const fetchPage = (page: SessionsListQuery) =>
      this.client.request<PageBody<ActiveSession>>('GET', '/v1/sessions', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * End a session.
   *
   * Ends a session or grant at once: the cookie of a browser with its tickets and open connections; a sign-in, but not
   * what apps were granted by it; a grant with every refresh and access token of it. A credential ends itself, and
   * what may do no more than it may itself. For 30 days the path answers 410, as it does for a sign-in that its
   * browser signed out of, then 404; 404 also for one that ended in another way.
   *
   * Needs any credential.
   *
   * @param sessionId - Opaque identifier of the session.
   * @throws `PermissionDeniedError`: forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await roster.sessions.end('ses_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  end(sessionId: string, options: RequestOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/sessions/{session_id}', { ids: [sessionId] }, options)
  }
}
