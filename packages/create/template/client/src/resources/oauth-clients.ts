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

/** A public key and its certificate (RFC 7517). */
export interface JsonWebKey {
  /** Kind of key. */
  kty: 'RSA' | 'EC' | 'OKP'
  /** The certificate of this key, followed by those of its issuers. 1 to 5 entries. */
  x5c: string[]
  /** Name of the key. At most 200 characters. */
  kid?: string | undefined
  /** What it is for. */
  use?: 'sig' | 'enc' | undefined
  /** Algorithm it is used with. At most 50 characters. */
  alg?: string | undefined
  /** Curve. At most 50 characters. */
  crv?: string | undefined
  /** Coordinate x. At most 2,048 characters. */
  x?: string | undefined
  /** Coordinate y. At most 2,048 characters. */
  y?: string | undefined
  /** Modulus. At most 2,048 characters. */
  n?: string | undefined
  /** Exponent. At most 2,048 characters. */
  e?: string | undefined
  /** SHA-1 of the certificate. At most 2,048 characters. */
  x5t?: string | undefined
  /** SHA-256 of the certificate. At most 2,048 characters. */
  'x5t#S256'?: string | undefined
}

/** An OAuth client, without its secret. */
export interface OAuthClient {
  /** Opaque identifier of the client. At most 64 characters. */
  client_id: string
  /** Name that people see when they consent. 1 to 200 characters. */
  name: string
  /**
   * Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a
   * browser.
   */
  type: 'confidential' | 'public'
  /**
   * How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.
   * 1 to 4 entries.
   */
  grant_types: (
    | 'authorization_code'
    | 'refresh_token'
    | 'client_credentials'
    | 'urn:ietf:params:oauth:grant-type:device_code'
  )[]
  /** Addresses to which the authorization server may redirect, compared character by character. 0 to 20 entries. */
  redirect_uris: string[]
  /** Scopes that tokens of the client may have: those of the API, and those of OpenID Connect. 1 to 11 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
    | 'openid'
    | 'profile'
    | 'email'
    | 'offline_access'
  )[]
  /** How the client authenticates at the token endpoint; no other method is accepted. A public client has `none`. */
  token_endpoint_auth_method:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'tls_client_auth'
    | 'self_signed_tls_client_auth'
  /** Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other. */
  tls_client_auth_subject_dn: string | null
  /**
   * Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2);
   * null for any other.
   */
  jwks: {
    /** The keys. 1 to 10 entries. */
    keys: JsonWebKey[]
  } | null
  /**
   * The caller that created it, even when its account has been deleted since; null for records older than this member.
   * `setup` of the `system` created the first keys.
   */
  created_by: Actor | null
  /** When the client was registered. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the client last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** An OAuth client and its secret, shown only once. */
export interface OAuthClientWithSecret {
  /** Opaque identifier of the client. At most 64 characters. */
  client_id: string
  /** Name that people see when they consent. 1 to 200 characters. */
  name: string
  /**
   * Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a
   * browser.
   */
  type: 'confidential' | 'public'
  /**
   * How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.
   * 1 to 4 entries.
   */
  grant_types: (
    | 'authorization_code'
    | 'refresh_token'
    | 'client_credentials'
    | 'urn:ietf:params:oauth:grant-type:device_code'
  )[]
  /** Addresses to which the authorization server may redirect, compared character by character. 0 to 20 entries. */
  redirect_uris: string[]
  /** Scopes that tokens of the client may have: those of the API, and those of OpenID Connect. 1 to 11 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
    | 'openid'
    | 'profile'
    | 'email'
    | 'offline_access'
  )[]
  /** How the client authenticates at the token endpoint; no other method is accepted. A public client has `none`. */
  token_endpoint_auth_method:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'tls_client_auth'
    | 'self_signed_tls_client_auth'
  /** Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other. */
  tls_client_auth_subject_dn: string | null
  /**
   * Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2);
   * null for any other.
   */
  jwks: {
    /** The keys. 1 to 10 entries. */
    keys: JsonWebKey[]
  } | null
  /**
   * The caller that created it, even when its account has been deleted since; null for records older than this member.
   * `setup` of the `system` created the first keys.
   */
  created_by: Actor | null
  /** When the client was registered. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the client last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
  /**
   * The secret, shown only once, because only its hash is stored. Absent for a client without a secret. At most 42
   * characters.
   */
  client_secret?: string | undefined
}

/** Query of `oauthClients.list`. */
export interface OauthClientsListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'name' | 'client_id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only records created by the user, API key or OAuth client with this identifier. For a user, this includes records
   * created by its API keys, also by revoked ones. At most 255 characters.
   */
  created_by?: string | undefined
  /** Members to return, separated by commas; `client_id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `oauthClients.create`. */
export interface OauthClientsCreateBody {
  /** Name that people see when they consent. 1 to 200 characters. */
  name: string
  /**
   * Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a
   * browser.
   */
  type: 'confidential' | 'public'
  /**
   * How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.
   * 1 to 4 entries.
   */
  grant_types: (
    | 'authorization_code'
    | 'refresh_token'
    | 'client_credentials'
    | 'urn:ietf:params:oauth:grant-type:device_code'
  )[]
  /**
   * Addresses to which the authorization server may redirect; `authorization_code` needs one. Default: none. 0 to 20
   * entries.
   */
  redirect_uris?: string[] | undefined
  /** Scopes that tokens of the client may have: those of the API, and those of OpenID Connect. 1 to 11 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
    | 'openid'
    | 'profile'
    | 'email'
    | 'offline_access'
  )[]
  /** How the client authenticates. Default: `client_secret_basic`, and `none` for a public client. */
  token_endpoint_auth_method?:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'tls_client_auth'
    | 'self_signed_tls_client_auth'
    | undefined
  /** Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other. */
  tls_client_auth_subject_dn?: string | null | undefined
  /**
   * Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2);
   * null for any other.
   */
  jwks?:
    | {
        /** The keys. 1 to 10 entries. */
        keys: JsonWebKey[]
      }
    | null
    | undefined
}

/** Body of `oauthClients.update`. */
export interface OauthClientsUpdateBody {
  /** Name that people see when they consent. 1 to 200 characters. */
  name?: string | undefined
  /**
   * How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.
   * 1 to 4 entries.
   */
  grant_types?:
    | ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:device_code')[]
    | undefined
  /** Addresses to which the authorization server may redirect, compared character by character. 0 to 20 entries. */
  redirect_uris?: string[] | undefined
  /** Scopes that tokens of the client may have: those of the API, and those of OpenID Connect. 1 to 11 entries. */
  scopes?:
    | (
        | 'read:records'
        | 'write:records'
        | 'manage:members'
        | 'manage:keys'
        | 'manage:clients'
        | 'manage:webhooks'
        | 'read:metrics'
        | 'openid'
        | 'profile'
        | 'email'
        | 'offline_access'
      )[]
    | undefined
  /** How the client authenticates at the token endpoint; no other method is accepted. A public client has `none`. */
  token_endpoint_auth_method?:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'tls_client_auth'
    | 'self_signed_tls_client_auth'
    | undefined
  /** Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other. */
  tls_client_auth_subject_dn?: string | null | undefined
  /**
   * Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2);
   * null for any other.
   */
  jwks?:
    | {
        /** The keys. 1 to 10 entries. */
        keys: JsonWebKey[]
      }
    | null
    | undefined
}

/** Apps that get access tokens from the authorization server, for people or for themselves. */
export class OauthClientsResource extends Resource {
  /**
   * List OAuth clients.
   *
   * Clients that are not deleted, newest first unless sorted otherwise.
   *
   * Needs the scope `manage:clients`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of starterApi.oauthClients.list()) console.log(record)
   */
  list(query?: OauthClientsListQuery & { fields?: undefined }, options?: RequestOptions): List<OAuthClient>
  /** Returns records with only the members that `fields` selects. */
  list(query: OauthClientsListQuery, options?: RequestOptions): List<Selected<OAuthClient, 'client_id'>>
  list(query: OauthClientsListQuery = {}, options: RequestOptions = {}): List<OAuthClient> {
    const fetchPage = (page: OauthClientsListQuery) =>
      this.client.request<PageBody<OAuthClient>>('GET', '/v1/oauth-clients', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Register an OAuth client.
   *
   * Registers a client and returns its secret, which is shown only once. A caller can register and change only clients
   * whose scopes it holds itself.
   *
   * Needs the scope `manage:clients`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: limit-reached.
   *
   * @example
   * await starterApi.oauthClients.create({
   *   name: 'Dashboard',
   *   type: 'confidential',
   *   grant_types: ['authorization_code', 'refresh_token'],
   *   redirect_uris: ['https://app.example.com/callback'],
   *   scopes: ['openid', 'email', 'read:records'],
   * })
   */
  create(body: OauthClientsCreateBody, options: RequestOptions = {}): APIPromise<OAuthClientWithSecret> {
    return this.client.request<OAuthClientWithSecret>('POST', '/v1/oauth-clients', { body }, options)
  }

  /**
   * Get an OAuth client.
   *
   * One client, without its secret.
   *
   * Needs the scope `manage:clients`.
   *
   * @param clientId - Opaque identifier of the client.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.oauthClients.get('cli_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(clientId: string, options?: ReadOptions): APIPromise<OAuthClient>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(clientId: string, options: ConditionalReadOptions): APIPromise<OAuthClient | null>
  get(clientId: string, options: ConditionalReadOptions = {}): APIPromise<OAuthClient | null> {
    return this.client.request<OAuthClient>('GET', '/v1/oauth-clients/{client_id}', { ids: [clientId] }, options)
  }

  /**
   * Change an OAuth client.
   *
   * Changes the members that are sent (JSON Merge Patch, RFC 7396); the client must make sense as a whole. A client
   * that changes to a method with a secret gets one from `rotate-secret`. New scopes end a secret that was shown to a
   * caller without them.
   *
   * Needs the scope `manage:clients`.
   *
   * @param clientId - Opaque identifier of the client.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: conflict.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.oauthClients.update('cli_01KAJQ7W5M8XV2R4T6Y9B3D501', { name: 'Dashboard 2' })
   */
  update(clientId: string, body: OauthClientsUpdateBody, options: ChangeOptions = {}): APIPromise<OAuthClient> {
    return this.client.request<OAuthClient>(
      'PATCH',
      '/v1/oauth-clients/{client_id}',
      { ids: [clientId], body },
      options,
    )
  }

  /**
   * Delete an OAuth client.
   *
   * Ends the client and every token it was given. For 30 days the path answers 410, then 404.
   *
   * Needs the scope `manage:clients`.
   *
   * @param clientId - Opaque identifier of the client.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.oauthClients.delete('cli_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  delete(clientId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/oauth-clients/{client_id}', { ids: [clientId] }, options)
  }

  /**
   * Rotate a client's secret.
   *
   * Gives the client a new secret, shown only once. The old one ends at once.
   *
   * Needs the scope `manage:clients`.
   *
   * @param clientId - Opaque identifier of the client.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: conflict.
   *
   * @example
   * await starterApi.oauthClients.rotateSecret('cli_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  rotateSecret(clientId: string, options: RequestOptions = {}): APIPromise<OAuthClientWithSecret> {
    return this.client.request<OAuthClientWithSecret>(
      'POST',
      '/v1/oauth-clients/{client_id}/rotate-secret',
      { ids: [clientId] },
      options,
    )
  }
}
