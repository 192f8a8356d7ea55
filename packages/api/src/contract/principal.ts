import type { Role, Scope } from './scopes.ts'

/** A reference to what proved a caller, by which it can be asked later whether that still holds. */
export type Credential =
  /** SHA-256 of a key's or session's secret, in hexadecimal. */
  | { type: 'api_key' | 'session'; hash: string }
  /** Of a token: until when it lasts, and what a denial of it could name (`token:<jti>`, `grant:…`, `client:…`, `user:…`). */
  | { type: 'access_token'; expires_at: string; subjects: readonly string[]; credentials_version: number | null }

/** Who is calling, whichever mechanism proved it. */
export interface Principal {
  /** Which kind of credential it is. */
  type: Credential['type'] | 'none'
  /** Identifier of the credential's owner: a key, client or user. Quotas, cursors and idempotency keys belong to it. */
  id: string
  /** Name to show to people. */
  name: string
  /** The user it acts as; null for a machine. */
  user_id: string | null
  role: Role | 'service'
  scopes: ReadonlySet<Scope>
  /** What proved it; null where there is nothing to ask later. */
  credential: Credential | null
}

/** Whoever calls an operation that needs no credential. */
export const NOBODY: Principal = {
  type: 'none',
  id: '',
  name: '',
  user_id: null,
  role: 'viewer',
  scopes: new Set(),
  credential: null,
}
