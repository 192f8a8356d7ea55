// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  type ChangeOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from '@roster/sdk/client'
import type { Member } from './members.ts'

/** A browser session. Its token is in an HttpOnly cookie, where no script can read it. */
export interface Session {
  /** Who is signed in. */
  user: Member
  /** Value of `X-CSRF-Token`, which every change with the session cookie needs. At most 43 characters. */
  csrf_token: string
  /** When the session ends: 12 hours after the sign-in. ISO 8601 in UTC. At most 24 characters. */
  expires_at: string
}

/** Body of `session.create`. */
export interface SessionCreateBody {
  /** E-mail address of the user, in any notation. At most 254 characters. */
  email: string
  /** The password. At most 1,024 characters. */
  password: string
}

/** Signing in with a browser, for pages of this service. Programs use API keys or access tokens. */
export class SessionResource extends Resource {
  /**
   * Sign in.
   *
   * Opens a session for an e-mail address and its password, and sets its cookie. The response to a wrong password, an
   * unknown address and a user who may not sign in is the same 401; after 10 of them within 15 minutes it is 429.
   *
   * Needs no credential.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: csrf.
   * @throws `ValidationError`: validation-failed.
   *
   * @example
   * await starterApi.session.create({ email: 'ada@example.com', password: 'correct horse battery staple' })
   */
  create(body: SessionCreateBody, options: RequestOptions = {}): APIPromise<Session> {
    return this.client.request<Session>('POST', '/v1/session', { body }, options)
  }

  /**
   * Get the session.
   *
   * The session whose cookie the request carries. Answers 404 for any other credential.
   *
   * Needs any credential.
   *
   * @throws `NotFoundError`: not-found.
   *
   * @example
   * await starterApi.session.get()
   */
  get(options?: ReadOptions): APIPromise<Session>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(options: ConditionalReadOptions): APIPromise<Session | null>
  get(options: ConditionalReadOptions = {}): APIPromise<Session | null> {
    return this.client.request<Session>('GET', '/v1/session', {}, options)
  }

  /**
   * Sign out.
   *
   * Ends the session at once, and removes its cookie. Access tokens stay valid.
   *
   * Needs any credential.
   *
   * @throws `PermissionDeniedError`: csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.session.delete()
   */
  delete(options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/session', {}, options)
  }
}
