// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  List,
  type PageBody,
  type ChangeOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from '@roster/sdk/client'

/** An account that signs in. */
export interface Member {
  /** Opaque identifier of the member. At most 64 characters. */
  id: string
  /** Name of the person. 1 to 200 characters. */
  name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email: string
  /** What the member may do. */
  role: 'administrator' | 'member'
  /** Whether the member may sign in. */
  status: 'active' | 'suspended'
  /** Number of this state; every change adds 1. At least 1. */
  version: number
  /** When the member was added. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the member last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** Query of `members.list`. */
export interface MembersListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'name' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
}

/** Body of `members.create`. */
export interface MembersCreateBody {
  /** Name of the person. 1 to 200 characters. */
  name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email: string
  /** What the member may do. */
  role: 'administrator' | 'member'
  /**
   * The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail
   * address, the name of the user or of the service, each with a few more characters. 12 to 128 characters.
   */
  password: string
}

/** Body of `members.update`. */
export interface MembersUpdateBody {
  /** Name of the person. 1 to 200 characters. */
  name?: string | undefined
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email?: string | undefined
  /** What the member may do. */
  role?: 'administrator' | 'member' | undefined
  /** Whether the member may sign in. */
  status?: 'active' | 'suspended' | undefined
  /** The version that the change is based on. If it is not the present one: 409. At least 1. */
  version?: number | undefined
}

/** Body of `members.setPassword`. */
export interface MembersSetPasswordBody {
  /**
   * The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail
   * address, the name of the user or of the service, each with a few more characters. 12 to 128 characters.
   */
  password: string
  /** The current password, to set your own. At most 1,024 characters. */
  current_password?: string | undefined
}

/** The accounts that sign in, with their roles. */
export class MembersResource extends Resource {
  /**
   * List members.
   *
   * Every member, newest first unless sorted otherwise.
   *
   * Needs the scope `manage:members`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of starterApi.members.list()) console.log(record)
   */
  list(query: MembersListQuery = {}, options: RequestOptions = {}): List<Member> {
    const fetchPage = (page: MembersListQuery) =>
      this.client.request<PageBody<Member>>('GET', '/v1/members', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Add a member.
   *
   * Adds a member who signs in with this e-mail address and password.
   *
   * Needs the scope `manage:members`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: email-taken.
   *
   * @example
   * await starterApi.members.create({
   *   name: 'Ada Lovelace',
   *   email: 'ada@example.com',
   *   role: 'member',
   *   password: 'correct horse battery',
   * })
   */
  create(body: MembersCreateBody, options: RequestOptions = {}): APIPromise<Member> {
    return this.client.request<Member>('POST', '/v1/members', { body }, options)
  }

  /**
   * Get a member.
   *
   * One member.
   *
   * Needs the scope `manage:members`.
   *
   * @param memberId - Opaque identifier of the member.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.members.get('mem_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(memberId: string, options?: ReadOptions): APIPromise<Member>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(memberId: string, options: ConditionalReadOptions): APIPromise<Member | null>
  get(memberId: string, options: ConditionalReadOptions = {}): APIPromise<Member | null> {
    return this.client.request<Member>('GET', '/v1/members/{member_id}', { ids: [memberId] }, options)
  }

  /**
   * Change a member.
   *
   * Changes the members that are sent. Whoever is suspended, or may do less afterwards, is signed out; the keys of
   * whoever is suspended do not work. A promotion ends a password that somebody without all scopes has set.
   *
   * Needs the scope `manage:members`.
   *
   * @param memberId - Opaque identifier of the member.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: version-conflict, email-taken.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.members.update('mem_01KAJQ7W5M8XV2R4T6Y9B3D501', { status: 'suspended' })
   */
  update(memberId: string, body: MembersUpdateBody, options: ChangeOptions = {}): APIPromise<Member> {
    return this.client.request<Member>('PATCH', '/v1/members/{member_id}', { ids: [memberId], body }, options)
  }

  /**
   * Remove a member.
   *
   * Signs the member out for good, and erases name and e-mail address, which is free again. The path answers 410 for
   * 30 days, then 404.
   *
   * Needs the scope `manage:members`.
   *
   * @param memberId - Opaque identifier of the member.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.members.delete('mem_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  delete(memberId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/members/{member_id}', { ids: [memberId] }, options)
  }

  /**
   * Set a password.
   *
   * Sets the password that a member signs in with, and ends the sessions from before. Members set their own without a
   * scope, and send the current one.
   *
   * Needs any credential.
   *
   * @param memberId - Opaque identifier of the member.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: forbidden, csrf, insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.members.setPassword('mem_01KAJQ7W5M8XV2R4T6Y9B3D501', { password: 'correct horse battery' })
   */
  setPassword(memberId: string, body: MembersSetPasswordBody, options: RequestOptions = {}): APIPromise<void> {
    return this.client.request<void>('POST', '/v1/members/{member_id}/password', { ids: [memberId], body }, options)
  }
}
