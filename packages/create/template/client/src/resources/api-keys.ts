// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type Actor,
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

/** An API key, without its secret. */
export interface ApiKey {
  /** Opaque identifier of the key. At most 64 characters. */
  id: string
  /** What the key is for. 1 to 200 characters. */
  name: string
  /** The user the key acts as; null for a machine. */
  user_id: string | null
  /** First characters of the secret. At most 12 characters. */
  prefix: string
  /** What the key may do; never more than its role may. 1 to 7 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
  )[]
  /** Role the key acts in. */
  role: 'administrator' | 'member'
  /** When the key ends; null for never. ISO 8601 in UTC. */
  expires_at: string | null
  /** When the key was last used, to the minute; null if it never was. ISO 8601 in UTC. */
  last_used_at: string | null
  /**
   * The caller that created it, even when its account has been deleted since; null for records older than this member.
   * `setup` of the `system` created the first keys.
   */
  created_by: Actor | null
  /** When the key was created. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
}

/** An API key and its secret, shown only once. */
export interface ApiKeyWithSecret {
  /** Opaque identifier of the key. At most 64 characters. */
  id: string
  /** What the key is for. 1 to 200 characters. */
  name: string
  /** The user the key acts as; null for a machine. */
  user_id: string | null
  /** First characters of the secret. At most 12 characters. */
  prefix: string
  /** What the key may do; never more than its role may. 1 to 7 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
  )[]
  /** Role the key acts in. */
  role: 'administrator' | 'member'
  /** When the key ends; null for never. ISO 8601 in UTC. */
  expires_at: string | null
  /** When the key was last used, to the minute; null if it never was. ISO 8601 in UTC. */
  last_used_at: string | null
  /**
   * The caller that created it, even when its account has been deleted since; null for records older than this member.
   * `setup` of the `system` created the first keys.
   */
  created_by: Actor | null
  /** When the key was created. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** The secret, shown only once, because only its hash is stored. At most 41 characters. */
  secret: string
}

/** Query of `apiKeys.list`. */
export interface ApiKeysListQuery {
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
  /**
   * Only records created by the user, API key or OAuth client with this identifier. For a user, this includes records
   * created by its API keys, also by revoked ones. At most 255 characters.
   */
  created_by?: string | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `apiKeys.create`. */
export interface ApiKeysCreateBody {
  /** What the key is for. 1 to 200 characters. */
  name: string
  /** The user the key acts as; a key in the role member needs one. Default: null, a machine. */
  user_id?: string | null | undefined
  /** What the key may do; never more than its role may. 1 to 7 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
  )[]
  /** Role the key acts in. Default: member. */
  role?: 'administrator' | 'member' | undefined
  /** When the key ends. Default: null, never. ISO 8601 in UTC. */
  expires_at?: string | null | undefined
}

/** Secrets that programs call with. A key acts as a user or as a machine, within a role and scopes. */
export class ApiKeysResource extends Resource {
  /**
   * List API keys.
   *
   * Keys that are not revoked, newest first unless sorted otherwise.
   *
   * Needs the scope `manage:keys`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of starterApi.apiKeys.list()) console.log(record)
   */
  list(query?: ApiKeysListQuery & { fields?: undefined }, options?: RequestOptions): List<ApiKey>
  /** Returns records with only the members that `fields` selects. */
  list(query: ApiKeysListQuery, options?: RequestOptions): List<Selected<ApiKey>>
  list(query: ApiKeysListQuery = {}, options: RequestOptions = {}): List<ApiKey> {
    const fetchPage = (page: ApiKeysListQuery) =>
      this.client.request<PageBody<ApiKey>>('GET', '/v1/api-keys', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Create an API key.
   *
   * Creates a key and returns its secret, which is shown only once. A key cannot have more power than its creator, or
   * outlive a key that creates it. To create a key that acts as another user, the caller needs the power of that user.
   *
   * Needs the scope `manage:keys`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: limit-reached.
   *
   * @example
   * await starterApi.apiKeys.create({
   *   name: 'Nightly import',
   *   role: 'administrator',
   *   scopes: ['read:records', 'write:records'],
   * })
   */
  create(body: ApiKeysCreateBody, options: RequestOptions = {}): APIPromise<ApiKeyWithSecret> {
    return this.client.request<ApiKeyWithSecret>('POST', '/v1/api-keys', { body }, options)
  }

  /**
   * Get an API key.
   *
   * One key, without its secret.
   *
   * Needs the scope `manage:keys`.
   *
   * @param keyId - Opaque identifier of the key.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.apiKeys.get('key_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(keyId: string, options?: ReadOptions): APIPromise<ApiKey>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(keyId: string, options: ConditionalReadOptions): APIPromise<ApiKey | null>
  get(keyId: string, options: ConditionalReadOptions = {}): APIPromise<ApiKey | null> {
    return this.client.request<ApiKey>('GET', '/v1/api-keys/{key_id}', { ids: [keyId] }, options)
  }

  /**
   * Revoke an API key.
   *
   * Ends the key and every secret of it at once. For 30 days the path answers 410, then 404.
   *
   * Needs the scope `manage:keys`.
   *
   * @param keyId - Opaque identifier of the key.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.apiKeys.revoke('key_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  revoke(keyId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/api-keys/{key_id}', { ids: [keyId] }, options)
  }

  /**
   * Rotate an API key.
   *
   * Gives the key a new secret, shown only once. The old secret works for 24 hours more, and ends with the next
   * rotation.
   *
   * Needs the scope `manage:keys`.
   *
   * @param keyId - Opaque identifier of the key.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.apiKeys.rotate('key_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  rotate(keyId: string, options: RequestOptions = {}): APIPromise<ApiKeyWithSecret> {
    return this.client.request<ApiKeyWithSecret>('POST', '/v1/api-keys/{key_id}/rotate', { ids: [keyId] }, options)
  }
}
