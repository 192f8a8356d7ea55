import { isOpaqueId } from '../contract/ids.ts'
import type { Action } from '../operation/action.ts'
import type { Database } from '../data/database.ts'

/** An active user, who may sign in, as a row of the view `accounts` with the version of its credentials. */
export interface Account {
  id: string
  name: string
  email: string
  role: string
  /** The owner whose records it sees in a role that sees only its own: by default the account itself. Null when it has none, and sees none. */
  owner: string | null
  /** Version of its credentials. Sessions and tokens of an earlier version have ended. */
  credentials_version: number
  created_at: string
  updated_at: string
}

const byId = {
  name: 'account by id',
  text: `select id, name, email, role, owner, created_at, updated_at, coalesce(c.version, 1) as credentials_version
    from accounts left join account_credentials c on c.account_id = id where id = $1 and status = 'active'`,
}

/** Returns the active user with this identifier; undefined when there is none, or the user is suspended, invited or deleted. */
export async function findAccount(database: Database, userId: string): Promise<Account | undefined> {
  const [account] = await database.query<Account>(byId, [userId])
  return account
}

const known = {
  name: 'known account',
  text: `select id, role, owner from accounts where id = $1 and status <> 'deleted'`,
}

/** Returns the columns that decide what an account may do, whether or not it may sign in; undefined when there is none, or it is deleted. */
export async function findGrantee({ transaction }: Pick<Action<unknown>, 'transaction'>, userId: string) {
  if (!isOpaqueId(userId)) return undefined
  const [account] = await transaction.query<Pick<Account, 'id' | 'role' | 'owner'>>(known, [userId])
  return account
}
