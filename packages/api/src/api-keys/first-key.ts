import { systemActor } from '../contract/actor.ts'
import { SCOPES } from '../contract/scopes.ts'
import type { Database } from '../data/database.ts'
import { ApiKeyEntity, newApiKey } from './api-key.entity.ts'
import { hashOf, isApiKeySecret, newSecret, secretPrefixes } from '../secret.ts'

/** Any number that no other advisory lock of ours has. */
const LOCK = 0x6b657973

/** Who makes the keys that nobody asks for. */
const MAKER = systemActor('setup')

const lock = { name: 'first-key lock', text: `select pg_advisory_xact_lock(${LOCK})` }
const anyKey = { name: 'any api key', text: 'select 1 from api_keys limit 1' }
const keyByHash = {
  name: 'api key by hash',
  text: 'select 1 from api_keys where secret_hash = $1 or previous_hash = $1',
}

/** Makes the administrator's key of a new database and returns its secret; undefined when there have been keys before. */
export async function createFirstKey(database: Database, time: number): Promise<string | undefined> {
  const secret = newSecret(secretPrefixes.apiKey)
  const made = await addKeyUnless(database, anyKey, [], secret, time)
  return made ? secret : undefined
}

/** Sees to it that an administrator's key with this secret exists. Throws when the secret has not the form of one. */
export async function ensureAdminKey(database: Database, secret: string, time: number): Promise<void> {
  if (!isApiKeySecret(secret))
    throw new TypeError('This is not the secret of an API key: rk_, 32 characters and their checksum.')
  await addKeyUnless(database, keyByHash, [hashOf(secret)], secret, time)
}

type Query = typeof anyKey

async function addKeyUnless(
  database: Database,
  exists: Query,
  values: string[],
  secret: string,
  time: number,
): Promise<boolean> {
  const transaction = database.transaction()
  try {
    await transaction.query(lock)
    const found = await transaction.query(exists, values)
    const key = { name: 'Administrator', user_id: null, scopes: SCOPES, role: 'admin', expires_at: null } as const
    if (found.length === 0) {
      const row = newApiKey({ ...key, scopes: [...SCOPES] }, MAKER, secret, time)
      transaction.insert(ApiKeyEntity, row)
    }
    await transaction.commit()
    return found.length === 0
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
