import type { Database } from '../data/database.ts'
import { DefinitionError } from './definition.ts'

/** Columns that the core reads from the view `accounts`. */
const COLUMNS = ['id', 'name', 'email', 'email_key', 'role', 'owner', 'status', 'created_at', 'updated_at'] as const

const existing = {
  name: 'columns of accounts',
  text: `select column_name as name from information_schema.columns
    where table_schema = any(current_schemas(false)) and table_name = 'accounts'`,
}

/** Throws `DefinitionError` unless the database has the view of accounts, with every column that the core reads. */
export async function requireAccounts(database: Database): Promise<void> {
  const found = new Set((await database.query<{ name: string }>(existing)).map(({ name }) => name))
  const lacking = COLUMNS.filter((column) => !found.has(column))
  if (lacking.length === 0) return
  const what = found.size === 0 ? 'there is no view "accounts"' : `the view "accounts" lacks ${lacking.join(', ')}`
  throw new DefinitionError([
    `Nobody could sign in: ${what}. Make it in a migration of the application, with the columns ${COLUMNS.join(', ')}.`,
  ])
}
