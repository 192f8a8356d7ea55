// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  List,
  type PageBody,
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
  /** When the member was added. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
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
}
