import type { Access } from '../contract/access.ts'
import { systemActor } from '../contract/actor.ts'
import type { Database } from '../data/database.ts'
import { inTransaction } from '../data/in-transaction.ts'
import type { PrincipalSource, SecretSource } from '../identity/principal-source.ts'
import type { Transaction } from '../data/transaction.ts'
import { ApiKeyEntity, newApiKey } from './api-key.entity.ts'
import { hashOf, isSecret, newSecret, prefixOf } from '../crypto/secret.ts'

/** Number of an advisory lock that no other one of the service has. */
const LOCK = 0x6b657973

/** Maker of the keys that no caller asks for. */
const MAKER = systemActor('setup')

const lock = { name: 'first-key lock', text: `select pg_advisory_xact_lock(${LOCK})` }
const anyKey = { name: 'any api key', text: 'select 1 from api_keys limit 1' }

// A revoked key has no hash left. Those from before `configured_hash` was kept are known by their prefix, which is 53 random bits.
const keysOfSecret = {
  name: 'api keys of configured secret',
  text: `select (secret_hash = $1 or (previous_hash = $1 and previous_expires_at > $3)) and coalesce(expires_at > $3, true) as works
    from api_keys where configured_hash = $1 or secret_hash = $1 or previous_hash = $1 or (secret_hash is null and prefix = $2)`,
}

const remember = {
  name: 'api key was configured',
  text: 'update api_keys set configured_hash = $1 where (secret_hash = $1 or previous_hash = $1) and configured_hash is null',
}

// Scopes are only added, so that a process of an older version takes none away.
const widen = {
  name: 'api keys of the setup hold every scope',
  text: `update api_keys set scopes = (select jsonb_agg(distinct scope) from jsonb_array_elements(scopes || $1::jsonb) as every (scope))
    where created_by ->> 'id' = $2 and created_by ->> 'type' = $3 and secret_hash is not null and not scopes @> $1::jsonb
    returning id`,
}

/**
 * Gives the keys that a start has made the scopes that the application has gained since, and returns their identifiers. Otherwise nobody could grant these
 * scopes, because nobody would hold them.
 */
export function widenSetupKeys({ database, access }: PrincipalSource): Promise<string[]> {
  return underLock(database, async (transaction) => {
    const values = [JSON.stringify(access.scopeNames), MAKER.id, MAKER.type]
    return (await transaction.query<{ id: string }>(widen, values)).map(({ id }) => id)
  })
}

/** Makes the administrator's key of a new database and returns its secret, or undefined when there have been keys before. */
export function createFirstKey({ database, access, naming }: SecretSource, time: number): Promise<string | undefined> {
  return underLock(database, async (transaction) => {
    const found = await transaction.query(anyKey)
    if (found.length > 0) return undefined
    const secret = newSecret(naming.secretPrefixes.apiKey)
    transaction.insert(ApiKeyEntity, administratorKey(access, secret, time))
    return secret
  })
}

/**
 * Makes an administrator's key with this secret, unless there was one before. Returns whether the secret works: one that was revoked or replaced, or has
 * expired, stays so. Throws a `TypeError` when the text does not have the form of a secret.
 */
export function ensureAdminKey(
  { database, access, naming }: SecretSource,
  secret: string,
  time: number,
): Promise<boolean> {
  const { apiKey: prefix } = naming.secretPrefixes
  if (!isSecret(prefix, secret))
    throw new TypeError(`This is not the secret of an API key: ${prefix}, 32 characters and their checksum.`)
  const hash = hashOf(secret)
  return underLock(database, async (transaction) => {
    const values = [hash, prefixOf(secret), new Date(time).toISOString()]
    const found = await transaction.query<{ works: boolean | null }>(keysOfSecret, values)
    if (found.length > 0) await transaction.query(remember, [hash])
    else transaction.insert(ApiKeyEntity, { ...administratorKey(access, secret, time), configured_hash: hash })
    return found.length === 0 || found.some(({ works }) => works)
  })
}

function administratorKey(access: Access, secret: string, time: number) {
  const key = { name: 'Administrator', user_id: null, role: access.administrators[0]!, expires_at: null }
  return newApiKey({ ...key, scopes: [...access.scopeNames] }, MAKER, secret, time)
}

/** Runs a change of the first keys while no other process runs one. */
function underLock<Result>(database: Database, change: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(database, async (transaction) => {
    await transaction.query(lock)
    return change(transaction)
  })
}
