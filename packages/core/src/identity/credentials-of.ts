import type { Query } from '../data/statement.ts'

const byEmail = {
  name: 'credentials by e-mail',
  text: `select id, coalesce(c.version, 1) as version
    from accounts left join account_credentials c on c.account_id = id where email_key = $1`,
}

/** Returns a name for the present credentials of an e-mail address, which changes when they are ended; undefined when no account has the address. */
export async function credentialsOf(query: Query, emailKey: string): Promise<string | undefined> {
  const [row] = await query<{ id: string; version: number }>(byEmail, [emailKey])
  return row && `${row.id}.${row.version}`
}
