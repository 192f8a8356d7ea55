import type { Access } from '../contract/access.ts'
import type { Database } from '../data/database.ts'

/** Where callers are found, and the rule that says what they may do. */
export interface PrincipalSource {
  readonly database: Database
  readonly access: Access
}
