/** A reference to what proved a caller, by which it can be asked later whether that still holds. */
export type Credential = SecretCredential | TokenCredential

interface SecretCredential {
  type: 'api_key' | 'session'
  /** SHA-256 of the key's or session's secret, in hexadecimal. */
  hash: string
}

/** A reference to the access token that proved a caller. */
export interface TokenCredential {
  type: 'access_token'
  /** The client it was given to. */
  client_id: string
  expires_at: string
  /** What a denial of it could name: `token:<jti>`, `grant:<id>`, `client:<client_id>`, and `user:<user_id>` where it says a version. */
  subjects: readonly string[]
  /** Version of the user's credentials that it was given at; 0, which is before the first, where it does not say: then
   * somebody else gave it, and the user's record decides. */
  credentials_version: number
}

/** Who is calling, whichever mechanism proved it. */
export interface Principal {
  /** Which kind of credential it is. */
  type: Credential['type'] | 'none'
  /** Authentication scheme that refusals name. Default: that of the type. */
  scheme?: 'DPoP'
  /** Identifier of the credential's owner: a key, client or user. Quotas and cursors belong to it. */
  id: string
  /** Name to show to people. */
  name: string
  /** The user it acts as; null for a machine. */
  user_id: string | null
  /** The client that acts for the user as an agent. Absent where the user acts, by whatever program, or nobody else. */
  agent_id?: string
  /** A role of the application, or `service` for a client that acts as no user. */
  role: string
  scopes: ReadonlySet<string>
  /** The one user whose records it sees, empty for none; null for everybody's. */
  owner: string | null
  /** When the key that calls ends, as an ISO timestamp. Absent for a key without an end, and for what its user or client gets anew. */
  ends_at?: string
  /** Whether its user was deleted: it is told that what it saw is gone, and is refused all else. Absent for everybody else. */
  hasLeft?: true
  /** What proved it; null where there is nothing to ask later. */
  credential: Credential | null
}

/** Whoever calls an operation that needs no credential. */
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
