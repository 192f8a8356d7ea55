import type { Access } from '../contract/access.ts'
import type { Naming } from '../contract/naming.ts'
import type { Database } from '../data/database.ts'

/** Where callers are found, and the rule that says what they may do. */
export interface PrincipalSource {
  readonly database: Database
  readonly access: Access
}

/** The same for who shows a secret, and how secrets begin. */
export interface SecretSource extends PrincipalSource {
  readonly naming: Pick<Naming, 'secretPrefixes'>
}
