import { emailKey } from '../contract/email-key.ts'
import type { Database } from '../data/database.ts'
import type { Account } from './account.ts'
import { isPassword } from './password.ts'

interface Row extends Account {
  status: string
  password_hash: string | null
}

const byEmail = {
  name: 'account by e-mail',
  text: `select id, name, email, role, owner, status, created_at, updated_at, coalesce(c.version, 1) as credentials_version, c.password_hash
    from accounts left join account_credentials c on c.account_id = id where email_key = $1`,
}

/**
 * Returns the account with an e-mail address and password; undefined when there is none, it is not active, or the password is wrong. Neither the result nor
 * the time it takes tells which. The caller limits the attempts.
 */
export async function signIn(database: Database, email: string, password: string): Promise<Account | undefined> {
  const key = emailKey(email)
  const [row] = key === undefined ? [] : await database.query<Row>(byEmail, [key])
  const isRight = await isPassword(password, row?.password_hash)
  if (!row || !isRight || row.status !== 'active') return undefined
  const { status: _status, password_hash: _hash, ...account } = row
  return account
}
