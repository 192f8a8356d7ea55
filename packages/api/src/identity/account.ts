import type { Role } from '../contract/scopes.ts'
import type { Database } from '../data/database.ts'

/** A user who may sign in. */
export interface Account {
  id: string
  name: string
  email: string
  role: Role
  /** Credentials that were given at an earlier version have ended. */
  credentials_version: number
  created_at: string
  updated_at: string
}

const byId = {
  name: 'account by id',
  text: `select id, name, email, role, credentials_version, created_at, updated_at from users
    where id = $1 and deleted_at is null and status = 'active'`,
}

/** The active user with this identifier; undefined when there is none, or it is suspended, invited or deleted. */
export async function findAccount(database: Database, userId: string): Promise<Account | undefined> {
  const [account] = await database.query<Account>(byId, [userId])
  return account
}
