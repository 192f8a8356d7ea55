// Written from the contract by `npm run generate:sdk`.

import type { APIPromise } from '../core/response.ts'
import { List, type PageBody, type Selected } from '../core/list.ts'
import type { ChangeOptions, ConditionalReadOptions, ReadOptions, RequestOptions } from '../core/options.ts'
import { Resource } from '../core/resource.ts'

/** A user record. */
export interface User {
  /** Opaque identifier of the user. At most 64 characters. */
  id: string
  /** Name of the person, trimmed. 1 to 200 characters. */
  name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email: string
  /** What the user may do. More roles may be added. */
  role: 'admin' | 'viewer'
  /** Whether the user may sign in. */
  status: 'active' | 'suspended' | 'invited'
  /** Number of this state of the record; every change adds 1. At least 1. */
  version: number
  /** When the record was created. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the record last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** The records that a batch created. */
export interface CreatedUsers {
  /** The created records, in the order sent. At most 1,000 entries. */
  data: User[]
}

/** Query of `users.list`. */
export interface UsersListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'name' | 'email' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Only users with this role. */
  role?: 'admin' | 'viewer' | undefined
  /** Only users with this status. */
  status?: 'active' | 'suspended' | 'invited' | undefined
  /**
   * Words that must all occur in name or e-mail, as literal text; case and accents make no difference. 2 to 100
   * characters.
   */
  search?: string | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `users.create`. */
export interface UsersCreateBody {
  /** Name of the person, trimmed. 1 to 200 characters. */
  name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email: string
  /** What the user may do. More roles may be added. */
  role: 'admin' | 'viewer'
  /** Whether the user may sign in. Default: active. */
  status?: 'active' | 'suspended' | 'invited' | undefined
}

/** Body of `users.createMany`. */
export interface UsersCreateManyBody {
  /** The users to create. 1 to 1,000 entries. */
  users: {
    /** Name of the person, trimmed. 1 to 200 characters. */
    name: string
    /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
    email: string
    /** What the user may do. More roles may be added. */
    role: 'admin' | 'viewer'
    /** Whether the user may sign in. Default: active. */
    status?: 'active' | 'suspended' | 'invited' | undefined
  }[]
}

/** Body of `users.replace`. */
export interface UsersReplaceBody {
  /** Name of the person, trimmed. 1 to 200 characters. */
  name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email: string
  /** What the user may do. More roles may be added. */
  role: 'admin' | 'viewer'
  /** Whether the user may sign in. */
  status?: 'active' | 'suspended' | 'invited' | undefined
  /** The `version` this change is based on. If the record has another one by now: 409 `version-conflict`. At least 1. */
  version?: number | undefined
  /** Accepted when it equals the stored value; assigned by the service. At most 64 characters. */
  id?: string | undefined
  /** Accepted when it equals the stored value; assigned by the service. ISO 8601 in UTC. At most 24 characters. */
  created_at?: string | undefined
  /** Accepted when it equals the stored value; assigned by the service. ISO 8601 in UTC. At most 24 characters. */
  updated_at?: string | undefined
}

/** Body of `users.update`. */
export interface UsersUpdateBody {
  /** Name of the person, trimmed. 1 to 200 characters. */
  name?: string | undefined
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  email?: string | undefined
  /** What the user may do. More roles may be added. */
  role?: 'admin' | 'viewer' | undefined
  /** Whether the user may sign in. */
  status?: 'active' | 'suspended' | 'invited' | undefined
  /** The `version` this change is based on. If the record has another one by now: 409 `version-conflict`. At least 1. */
  version?: number | undefined
}

/** Body of `users.setPassword`. */
export interface UsersSetPasswordBody {
  /**
   * The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail
   * address, the name of the user or of the service, each with a few more characters. 12 to 128 characters.
   */
  password: string
  /** The current password; required when users change their own. At most 1,024 characters. */
  current_password?: string | undefined
}

/** User records: who they are, what they may do, and whether they may sign in. */
export class UsersResource extends Resource {
  /**
   * List users.
   *
   * User records, newest first unless sorted otherwise. A viewer sees its own record only.
   *
   * Needs the scope `read:users`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of roster.users.list()) console.log(record)
   */
  list(query?: UsersListQuery & { fields?: undefined }, options?: RequestOptions): List<User>
  /** Returns records with only the members that `fields` selects. */
  list(query: UsersListQuery, options?: RequestOptions): List<Selected<User>>
  list(query: UsersListQuery = {}, options: RequestOptions = {}): List<User> {
    const fetchPage = (page: UsersListQuery) =>
      this.client.request<PageBody<User>>('GET', '/v1/users', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Create a user.
   *
   * Creates one user record. Only a caller with every scope can give the role admin.
   *
   * Needs the scope `write:users`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: email-taken.
   *
   * @example
   * await roster.users.create({ name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' })
   */
  create(body: UsersCreateBody, options: RequestOptions = {}): APIPromise<User> {
    return this.client.request<User>('POST', '/v1/users', { body }, options)
  }

  /**
   * Create many users.
   *
   * Creates up to 1,000 user records, all or none. The response has them in the order of the request; email-taken
   * names each address that is taken.
   *
   * Needs the scope `write:users`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: email-taken.
   *
   * @example
   * await roster.users.createMany({ users: [{ name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' }] })
   */
  createMany(body: UsersCreateManyBody, options: RequestOptions = {}): APIPromise<CreatedUsers> {
    return this.client.request<CreatedUsers>('POST', '/v1/users/batch', { body }, options)
  }

  /**
   * Get a user.
   *
   * One user record. A viewer can read its own.
   *
   * Needs the scope `read:users`.
   *
   * @param userId - Opaque identifier of the user.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await roster.users.get('usr_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(userId: string, options?: ReadOptions): APIPromise<User>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(userId: string, options: ConditionalReadOptions): APIPromise<User | null>
  get(userId: string, options: ConditionalReadOptions = {}): APIPromise<User | null> {
    return this.client.request<User>('GET', '/v1/users/{user_id}', { ids: [userId] }, options)
  }

  /**
   * Replace a user.
   *
   * Sets every member of the record. An omitted `status` is kept; members that the service assigns are accepted when
   * they equal what is stored. Changing or making an administrator needs every scope.
   *
   * Needs the scope `write:users`.
   *
   * @param userId - Opaque identifier of the user.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: email-taken, version-conflict, last-admin.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await roster.users.replace('usr_01KAJQ7W5M8XV2R4T6Y9B3D501', {
   *   name: 'Ada King',
   *   email: 'ada@example.com',
   *   role: 'admin',
   * })
   */
  replace(userId: string, body: UsersReplaceBody, options: ChangeOptions = {}): APIPromise<User> {
    return this.client.request<User>('PUT', '/v1/users/{user_id}', { ids: [userId], body }, options)
  }

  /**
   * Change a user.
   *
   * Changes the members that are sent (JSON Merge Patch, RFC 7396). When no value differs, nothing changes, including
   * the version. Changing or making an administrator needs every scope; a promotion ends a password that was set by a
   * caller without all scopes.
   *
   * Needs the scope `write:users`.
   *
   * @param userId - Opaque identifier of the user.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: email-taken, version-conflict, last-admin.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await roster.users.update('usr_01KAJQ7W5M8XV2R4T6Y9B3D501', { name: 'Ada King' })
   */
  update(userId: string, body: UsersUpdateBody, options: ChangeOptions = {}): APIPromise<User> {
    return this.client.request<User>('PATCH', '/v1/users/{user_id}', { ids: [userId], body }, options)
  }

  /**
   * Delete a user.
   *
   * Deletes the record and the personal data in it; deleting an administrator needs every scope. For 30 days the path
   * answers 410, then 404. The e-mail address is free at once; orders stay.
   *
   * Needs the scope `delete:users`.
   *
   * @param userId - Opaque identifier of the user.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: last-admin.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await roster.users.delete('usr_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  delete(userId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/users/{user_id}', { ids: [userId] }, options)
  }

  /**
   * Set a password.
   *
   * Sets the password a user signs in with, and ends the user's sessions and tokens. Needs the scope `write:users`; a
   * user's own password needs no scope, but the current password. For another user the caller needs every scope that
   * the user holds, because the password lets its giver sign in as that user.
   *
   * Needs any credential.
   *
   * @param userId - Opaque identifier of the user.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: forbidden, csrf, insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   *
   * @example
   * await roster.users.setPassword('usr_01KAJQ7W5M8XV2R4T6Y9B3D501', { password: 'correct horse battery staple' })
   */
  setPassword(userId: string, body: UsersSetPasswordBody, options: RequestOptions = {}): APIPromise<void> {
    return this.client.request<void>('POST', '/v1/users/{user_id}/password', { ids: [userId], body }, options)
  }
}
