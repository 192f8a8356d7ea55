import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'
import type { Actor } from '../contract/actor.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import type { ApiKeyRecord } from './api-keys.contract.ts'
import { hashOf, prefixOf } from '../crypto/secret.ts'

/** How long the old secret works beside the new one, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1_000

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.text().primary().collation('C'),
    name: p.text().collation('C'),
    user_id: p.text().collation('C').strictNullable(),
    prefix: p.text(),
    scopes: p.json<string[]>(),
    role: p.text(),
    expires_at: p.type(Instant).strictNullable(),
    last_used_at: p.type(Instant).strictNullable(),
    /** Who made the key; null in rows from before this was recorded. */
    created_by: p.json<Actor>().columnType('json').strictNullable(),
    created_at: p.type(Instant),
    /** SHA-256 of the secret; null once the key is revoked. */
    secret_hash: p.text().strictNullable().unique('api_keys_secret_hash_unique'),
    /** SHA-256 of the secret before the last rotation, and when it ends. */
    previous_hash: p.text().strictNullable().unique('api_keys_previous_hash_unique'),
    previous_expires_at: p.type(Instant).strictNullable(),
    /** SHA-256 of the secret in the setting from which the key was made; null for any other key. It stays, so that a revoked key is known. */
    configured_hash: p.text().strictNullable(),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    { name: 'api_keys_user_id_index', properties: ['user_id'] },
    {
      name: 'api_keys_by_maker',
      expression: `create index "api_keys_by_maker" on "api_keys" (("created_by" ->> 'id'), "created_at", "id") where "deleted_at" is null`,
    },
  ],
})

/** An API key with the rules of its changes. */
export class ApiKey extends ApiKeyEntity.class {
  /** Gives the key a new secret, which is never stored; the old one ends a day later. `time` is in milliseconds. */
  rotate(secret: string, time: number): void {
    this.previous_hash = this.secret_hash
    this.previous_expires_at = new Date(time + OVERLAP).toISOString()
    this.secret_hash = hashOf(secret)
    this.prefix = prefixOf(secret)
  }

  /** Ends the key and both its secrets. */
  revoke(now: string): void {
    this.secret_hash = null
    this.previous_hash = null
    this.deleted_at = now
  }

  record(): ApiKeyRecord {
    return apiKeyRecord(this)
  }
}

ApiKeyEntity.setClass(ApiKey)

export type NewApiKey = Pick<ApiKeyRecord, 'name' | 'user_id' | 'scopes' | 'role' | 'expires_at'>

/** Returns the columns of a new key with this maker and this secret. `time` is in milliseconds. */
export function newApiKey(input: NewApiKey, created_by: Actor | null, secret: string, time: number) {
  return {
    id: newId(idPrefixes.apiKey, time),
    name: input.name,
    user_id: input.user_id,
    prefix: prefixOf(secret),
    scopes: [...new Set(input.scopes)],
    role: input.role,
    expires_at: input.expires_at,
    last_used_at: null,
    created_by,
    created_at: new Date(time).toISOString(),
    secret_hash: hashOf(secret),
    previous_hash: null,
    previous_expires_at: null,
    configured_hash: null,
    deleted_at: null,
  }
}

/** Returns the members of a stored key that the contract shows. */
export function apiKeyRecord(row: ApiKeyRecord): ApiKeyRecord {
  const { id, name, user_id, prefix, scopes, role, expires_at, last_used_at, created_by, created_at } = row
  return { id, name, user_id, prefix, scopes, role, expires_at, last_used_at, created_by, created_at }
}
