import type { PrincipalSource, SecretSource } from '../identity/principal-source.ts'
import type { Principal } from '../contract/principal.ts'
import { batchedBy } from '../data/batch.ts'
import type { Database } from '../data/database.ts'
import { lastUsesIn } from '../identity/last-used.ts'
import { hashOf, isSecret } from '../crypto/secret.ts'

const markUsed = lastUsesIn('sessions')

interface SessionRow {
  id: string
  token_hash: string
  expires_at: string
  user_id: string
  name: string
  role: string
  owner: string
}

/**
 * Query of sessions by token hashes. It runs at every call, like that of API keys: a sign-out or suspension acknowledged by one process holds in all of them at
 * once.
 */
const byHashes = {
  name: 'sessions by hashes',
  text: `select s.id, s.token_hash, s.expires_at, s.user_id, u.name, u.role, u.owner from sessions s
    join accounts u on u.id = s.user_id
    left join account_credentials c on c.account_id = s.user_id
    where s.token_hash = any($1) and u.status = 'active' and s.credentials_version = coalesce(c.version, 1)`,
}

const readSession = batchedBy((database: Database) => async (hashes) => {
  const rows = await database.query<SessionRow>(byHashes, [hashes])
  return new Map(rows.map((row) => [row.token_hash, row]))
})

/** Returns the caller with this token of a session; undefined when it is unknown or has ended. `time` is in milliseconds. */
export async function authenticateSession(
  source: SecretSource,
  token: string,
  time: number,
): Promise<Principal | undefined> {
  return isSecret(source.naming.secretPrefixes.session, token)
    ? principalOfSession(source, hashOf(token), time)
    : undefined
}

/** Returns the caller as `authenticateSession` does, by the SHA-256 of the token. */
export async function principalOfSession(
  { database, access }: PrincipalSource,
  hash: string,
  time: number,
): Promise<Principal | undefined> {
  const session = await readSession(database, hash)
  if (!session || Date.parse(session.expires_at) <= time) return undefined
  markUsed(database, session.id, time)
  const { user_id, name, role, owner } = session
  const credential = { type: 'session', hash } as const
  return { type: 'session', id: user_id, name, user_id, role, ...access.powerOf({ role, user_id, owner }), credential }
}
