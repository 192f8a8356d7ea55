import type { Role, Scope } from './scopes.ts'

/** Who is calling, whichever mechanism proved it. */
export interface Principal {
  /** Which kind of credential it is. */
  type: 'api_key' | 'access_token' | 'session'
  /** Authentication scheme that refusals name. Default: that of the type. */
  scheme?: 'DPoP'
  /** Identifier of the credential's owner: a key, client or user. Quotas, cursors and idempotency keys belong to it. */
  id: string
  /** Name to show to people. */
  name: string
  /** The user it acts as; null for a machine. */
  user_id: string | null
  role: Role | 'service'
  scopes: ReadonlySet<Scope>
}
