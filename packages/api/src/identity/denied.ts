import type { Database } from '../data/database.ts'
import type { TokenIdentity } from './denials.ts'

const find = {
  name: 'denials of a token',
  text: `select 1 from denials where subject = any($1) and (version is null or version > $2) limit 1`,
}

/** Whether an access token has been denied before its expiry, by what the database says now. */
export async function isDenied(database: Database, token: TokenIdentity): Promise<boolean> {
  const { jti, client_id, sub, grant, credentials_version } = token
  const subjects = [`token:${jti}`, `client:${client_id}`, `user:${sub}`]
  if (grant !== undefined) subjects.push(`grant:${grant}`)
  return (await database.query(find, [subjects, credentials_version ?? 0])).length > 0
}
