import type { TokenCredential } from '../contract/principal.ts'
import type { Database } from '../data/database.ts'

/** The claims of an access token that a denial can name. */
export interface DeniableToken {
  jti: string
  client_id: string
  /** The user or client that the token acts for. */
  sub: string
  /** The grant of the token; absent for client credentials. */
  grant?: string | undefined
  /** Version of the user's credentials; absent in tokens of clients. */
  credentials_version?: number | undefined
}

const find = {
  name: 'denials of a token',
  text: `select 1 from denials where subject = any($1) and (version is null or version > $2) limit 1`,
}

/** Whether any of the subjects of a token is denied, according to the database now. */
export async function isDenied(
  database: Database,
  { subjects, credentials_version }: Pick<TokenCredential, 'subjects' | 'credentials_version'>,
): Promise<boolean> {
  return (await database.query(find, [subjects, credentials_version])).length > 0
}

/** Whether an access token with these claims is denied, according to the database now. */
export function isTokenDenied(database: Database, token: DeniableToken): Promise<boolean> {
  const { jti, client_id, sub, grant, credentials_version = 0 } = token
  const subjects = [`token:${jti}`, `client:${client_id}`, `user:${sub}`]
  if (grant !== undefined) subjects.push(`grant:${grant}`)
  return isDenied(database, { subjects, credentials_version })
}
