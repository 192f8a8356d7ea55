import type { PrincipalSource } from './principal-source.ts'
import type { Principal } from '../contract/principal.ts'
import { batchedBy } from '../data/batch.ts'
import type { Database } from '../data/database.ts'

interface AccountState {
  id: string
  role: string
  is_out: boolean
}

const accountStates = {
  name: 'standings of users',
  text: `select id, role, status in ('suspended', 'deleted') as is_out from accounts where id = any($1)`,
}

const readAccountState = batchedBy((database: Database) => async (ids) => {
  const rows = await database.query<AccountState>(accountStates, [ids])
  return new Map(rows.map((row) => [row.id, row]))
})

/**
 * Whether the user of a token is suspended or deleted, or has a lesser role by now than the token says. For tokens of another issuer, which does not know of
 * such changes. A user without a record here has lost nothing.
 */
export async function hasLostAccess(
  { database, access }: PrincipalSource,
  { user_id, role }: Principal,
): Promise<boolean> {
  const user = user_id === null ? undefined : await readAccountState(database, user_id)
  return user !== undefined && (user.is_out || !access.covers(user.role, role))
}
