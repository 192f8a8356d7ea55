/** A reference to the credential of a caller, by which the service checks later whether the credential still holds. */
export type Credential = SecretCredential | TokenCredential

interface SecretCredential {
  type: 'api_key' | 'session'
  /** SHA-256 of the key's or session's secret, in hexadecimal. */
  hash: string
}

/** A reference to the access token of a caller. */
export interface TokenCredential {
  type: 'access_token'
  /** The OAuth client that the token was given to. */
  client_id: string
  expires_at: string
  /** Subjects by which the token can be denied: `token:<jti>`, `grant:<id>`, `client:<client_id>`, and `user:<user_id>` where the token has a version. */
  subjects: readonly string[]
  /**
   * Version of the user's credentials when the token was given. 0, which is before the first, for a token without a version: an external issuer gave it, and
   * the user's record decides.
   */
  credentials_version: number
}

/** The caller of a request, whatever credential was sent. */
export interface Principal {
  /** Kind of the credential. */
  type: Credential['type'] | 'none'
  /** Authentication scheme that refusals name. Default: that of the type. */
  scheme?: 'DPoP'
  /** Identifier of the credential's owner: a key, client or user. Quotas and cursors belong to it. */
  id: string
  /** Name to show to people. */
  name: string
  /** The user that the caller acts as; null for a machine. */
  user_id: string | null
  /** The OAuth client that acts as an agent for the user. Absent when the user acts, by whatever program, and for a machine. */
  agent_id?: string
  /** A role of the application, or `service` for a client that acts as no user. */
  role: string
  scopes: ReadonlySet<string>
  /** The owner whose records the caller sees: null for every owner, an empty string for none. */
  owner: string | null
  /** Expiry of the API key in use, as an ISO timestamp. Absent for a key without expiry, and for credentials that the user or client can renew. */
  ends_at?: string
  /** True when the caller's user was deleted: the caller is told that its records are gone, and is refused all else. Absent for every other caller. */
  hasLeft?: true
  /** Reference to the credential; null where there is nothing to check later. */
  credential: Credential | null
}

/** The caller of an operation that needs no credential, without a credential. */
export const NOBODY: Principal = {
  type: 'none',
  id: '',
  name: '',
  user_id: null,
  role: '',
  scopes: new Set(),
  owner: '',
  credential: null,
}
