import type { PrincipalSource, SecretSource } from '../identity/principal-source.ts'
import type { Access } from '../contract/access.ts'
import type { Principal } from '../contract/principal.ts'
import { batchedBy } from '../data/batch.ts'
import type { Database } from '../data/database.ts'
import { lastUsesIn } from '../identity/last-used.ts'
import { hashOf, isSecret } from '../crypto/secret.ts'

const markUsed = lastUsesIn('api_keys')

interface KeyRow {
  hash: string
  ends_at: string | null
  id: string
  name: string
  user_id: string | null
  role: string
  scopes: string[]
  user_role: string | null
  user_status: string | null
  /** The owner whose records the key's user sees; null for a key without a user. */
  owner: string | null
}

/**
 * Query of the keys with some hashes, present or previous, and what limits them. It runs at every call, without a cache, so that a revocation or suspension
 * acknowledged by one process holds in all of them at once. Calls in one turn of the event loop share the query.
 */
const byHashes = {
  name: 'api keys by hashes',
  text: `select h.hash, case when k.secret_hash = h.hash then k.expires_at else least(k.expires_at, k.previous_expires_at) end as ends_at,
      k.id, k.name, k.user_id, k.role, k.scopes, u.role as user_role, u.status as user_status, u.owner
    from unnest($1::text[]) as h (hash)
    join api_keys k on k.secret_hash = h.hash or k.previous_hash = h.hash
    left join accounts u on u.id = k.user_id`,
}

const readKey = batchedBy((database: Database) => async (hashes) => {
  const rows = await database.query<KeyRow>(byHashes, [hashes])
  return new Map(rows.map((row) => [row.hash, row]))
})

/** Returns the caller with this secret of an API key; undefined when it is unknown, expired, revoked, or of a user who is neither active nor deleted. */
export async function authenticateApiKey(
  source: SecretSource,
  secret: string,
  time: number,
): Promise<Principal | undefined> {
  return isSecret(source.naming.secretPrefixes.apiKey, secret)
    ? principalOfKey(source, hashOf(secret), time)
    : undefined
}

/** Returns the caller as `authenticateApiKey` does, by the SHA-256 of the secret. */
export async function principalOfKey(
  { database, access }: PrincipalSource,
  hash: string,
  time: number,
): Promise<Principal | undefined> {
  const key = await readKey(database, hash)
  if (!key || hasEnded(key, time) || !isActive(key)) return undefined
  markUsed(database, key.id, time)
  const { id, name, user_id, owner, ends_at } = key
  const most = roleOfUser(access, key)
  const role = access.lesserOf(key.role, most)
  const power = access.powerWithin(most, { role: key.role, user_id, owner }, key.scopes)
  const end = ends_at === null ? {} : { ends_at }
  const left = hasLeft(key) ? { hasLeft: true as const } : {}
  return { type: 'api_key', id, name, user_id, role, ...power, ...end, ...left, credential: { type: 'api_key', hash } }
}

const hasEnded = ({ ends_at }: KeyRow, time: number) => ends_at !== null && Date.parse(ends_at) <= time

/** Whether a key works: its user is active, or none, or was deleted and is to be told so. */
const isActive = (key: KeyRow) => key.user_id === null || key.user_status === 'active' || hasLeft(key)

const hasLeft = ({ user_status }: KeyRow) => user_status === 'deleted'

/** Returns the role that a key may do no more than: that of its user now; for a machine, its own. */
function roleOfUser(access: Access, key: KeyRow): string {
  if (hasLeft(key)) return access.least
  return key.user_role ?? key.role
}
