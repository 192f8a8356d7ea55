import type { Database } from '../data/database.ts'

const byEmail = {
  name: 'credentials by e-mail',
  text: `select id, coalesce(c.version, 1) as version
    from accounts left join account_credentials c on c.account_id = id where email_key = $1`,
}

/** Names what an e-mail address signs in with now. The name is another one once that has ended; undefined where nobody has the address. */
export async function credentialsOf(database: Database, emailKey: string): Promise<string | undefined> {
  const [row] = await database.query<{ id: string; version: number }>(byEmail, [emailKey])
  return row && `${row.id}.${row.version}`
}
