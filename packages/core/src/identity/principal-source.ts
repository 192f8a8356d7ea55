import type { Access } from '../contract/access.ts'
import type { Naming } from '../contract/naming.ts'
import type { Database } from '../data/database.ts'

/** The database of callers, and the rules of what they may do. */
export interface PrincipalSource {
  readonly database: Database
  readonly access: Access
}

/** A `PrincipalSource` for callers that present a secret, with the prefixes of secrets. */
export interface SecretSource extends PrincipalSource {
  readonly naming: Pick<Naming, 'secretPrefixes'>
}
