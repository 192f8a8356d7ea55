import type { TokenCredential } from '../contract/principal.ts'
import type { Database } from '../data/database.ts'

/** What of an access token a denial can name. */
export interface DeniableToken {
  jti: string
  client_id: string
  /** The user it acts for, or the client. */
  sub: string
  /** The grant it was given under; absent for client credentials. */
  grant?: string | undefined
  /** Of a user's token; absent in those of clients. */
  credentials_version?: number | undefined
}

const find = {
  name: 'denials of a token',
  text: `select 1 from denials where subject = any($1) and (version is null or version > $2) limit 1`,
}

/** Whether any of what a token is of has been denied before its expiry, by what the database says now. */
export async function isDenied(
  database: Database,
  { subjects, credentials_version }: Pick<TokenCredential, 'subjects' | 'credentials_version'>,
): Promise<boolean> {
  return (await database.query(find, [subjects, credentials_version])).length > 0
}

/** The same of an access token by its claims. */
export function isTokenDenied(database: Database, token: DeniableToken): Promise<boolean> {
  const { jti, client_id, sub, grant, credentials_version = 0 } = token
  const subjects = [`token:${jti}`, `client:${client_id}`, `user:${sub}`]
  if (grant !== undefined) subjects.push(`grant:${grant}`)
  return isDenied(database, { subjects, credentials_version })
}
