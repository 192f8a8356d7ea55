// Written by `roster-generate` from the contract. Changes to it are lost.

import { type APIPromise, List, type PageBody, type Selected, type RequestOptions, Resource } from '@roster/sdk/client'

/** A sign-in or grant that has not ended. Without the members that `fields` leaves out. */
export interface ActiveSession {
  /** Opaque identifier of the session. At most 64 characters. */
  id: string
  /**
   * `browser`: a session of this service in a browser. `sign_in`: a sign-in at the authorization server, which lets
   * apps get grants without the password. `grant`: a grant to an app, with its refresh tokens.
   */
  type: 'browser' | 'sign_in' | 'grant'
  /** When the user signed in, or the app got its first tokens. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /**
   * When it was last used, to the minute; for a grant, when the app last got tokens. ISO 8601 in UTC. At most 24
   * characters.
   */
  last_used_at: string
  /** When it expires; a grant only if the app gets no new tokens before. ISO 8601 in UTC. At most 24 characters. */
  expires_at: string
  /** IP address of the sign-in, or of the app at its first tokens; null when unknown. */
  address: string | null
  /** `User-Agent` of the browser or app at that time; null when it sent none. */
  user_agent: string | null
  /** The app that holds the grant; null for sessions of other types. */
  client: SessionClient | null
  /** What the app may do; null for sessions of other types, which may do all that the role may. */
  scopes:
    | (
        | 'read:books'
        | 'write:books'
        | 'lend:books'
        | 'read:people'
        | 'write:people'
        | 'read:events'
        | 'run:desk'
        | 'openid'
        | 'profile'
        | 'email'
        | 'offline_access'
      )[]
    | null
  /** Whether the credential of this request belongs to it. */
  current: boolean
}

/** The app that holds a grant. */
export interface SessionClient {
  /** Identifier of the app; for an unregistered app the address of its metadata. 1 to 255 characters. */
  client_id: string
  /** Name of the app; for an unregistered app the host of its metadata. 1 to 255 characters. */
  name: string
}

/** Query of `sessions.list`. */
export interface SessionsListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
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
 * Sign-ins of the caller's user and grants to apps, with time, address and client. A user sees only its own; a
 * caller that acts as no user has none.
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
   * for await (const record of library.sessions.list()) console.log(record)
   */
  list(query?: SessionsListQuery & { fields?: undefined }, options?: RequestOptions): List<ActiveSession>
  /** Returns records with only the members that `fields` selects. */
  list(query: SessionsListQuery, options?: RequestOptions): List<Selected<ActiveSession>>
  list(query: SessionsListQuery = {}, options: RequestOptions = {}): List<ActiveSession> {
    const fetchPage = (page: SessionsListQuery) =>
      this.client.request<PageBody<ActiveSession>>('GET', '/api/sessions', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * End a session.
   *
   * Ends a session or grant at once: a browser session with its cookie, tickets and open connections; a sign-in, but
   * not the grants to apps from it; a grant with all its refresh and access tokens. A credential can end itself, and
   * those with no more power than its own. For 30 days the path answers 410, also for a sign-in that its browser
   * signed out of, then 404. It answers 404 at once for one that ended in another way.
   *
   * Needs any credential.
   *
   * @param sessionId - Opaque identifier of the session.
   * @throws `PermissionDeniedError`: forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await library.sessions.end('ses_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  end(sessionId: string, options: RequestOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/api/sessions/{session_id}', { ids: [sessionId] }, options)
  }
}
