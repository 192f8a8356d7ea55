import { isDeepStrictEqual } from 'node:util'
import { defineEntity, p } from '@mikro-orm/core'
import type { Actor } from '../contract/actor.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import { hashOf } from '../crypto/secret.ts'
import type { GrantType, JsonWebKeySet } from './client-metadata.contract.ts'
import type { OAuthClientRecord } from './oauth-clients.contract.ts'

export const OAuthClientEntity = defineEntity({
  name: 'OAuthClient',
  tableName: 'oauth_clients',
  properties: {
    client_id: p.text().primary().collation('C'),
    name: p.text().collation('C'),
    type: p.text().$type<OAuthClientRecord['type']>(),
    grant_types: p.json<GrantType[]>(),
    redirect_uris: p.json<string[]>(),
    scopes: p.json<string[]>(),
    token_endpoint_auth_method: p.text().$type<OAuthClientRecord['token_endpoint_auth_method']>(),
    tls_client_auth_subject_dn: p.text().strictNullable(),
    jwks: p.json<JsonWebKeySet>().strictNullable(),
    /** Who made it; null in rows from before that was noted. */
    created_by: p.json<Actor>().columnType('json').strictNullable(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    /** SHA-256 of the secret; null for a client that has none. */
    secret_hash: p.text().strictNullable(),
    /** Scopes of who was shown the secret, or has registered the certificate; null where that is not known. */
    proof_holder: p.json<string[]>().strictNullable(),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    {
      name: 'oauth_clients_by_maker',
      expression: `create index "oauth_clients_by_maker" on "oauth_clients" (("created_by" ->> 'id'), "created_at", "client_id") where "deleted_at" is null`,
    },
  ],
})

/** What a client's owner decides about it. */
export type ClientSettings = Omit<OAuthClientRecord, 'client_id' | 'type' | 'created_by' | 'created_at' | 'updated_at'>
export type NewClient = Pick<OAuthClientRecord, 'type'> & ClientSettings
export type ClientChange = { [Member in keyof ClientSettings]?: ClientSettings[Member] | undefined }

const SECRET_METHODS = new Set(['client_secret_basic', 'client_secret_post'])

/** Whether a client proves itself with a secret. */
export const usesSecret = ({ token_endpoint_auth_method: method }: NewClient) => SECRET_METHODS.has(method)

/** An OAuth client with the rules of its changes. */
export class OAuthClient extends OAuthClientEntity.class {
  /** Applies settings that were checked. Returns false, and leaves the time alone, when nothing differs. */
  change(settings: NewClient, now: string): boolean {
    const before = this.record()
    const after = { ...before, ...settings }
    if (isDeepStrictEqual(before, after)) return false
    Object.assign(this, after, { updated_at: now }, !usesSecret(after) && { secret_hash: null })
    return true
  }

  /** Gives the client a new secret, which is shown to who holds these scopes and never stored; the old one ends at once. */
  rotateSecret(secret: string, now: string, holder: ReadonlySet<string>): void {
    this.secret_hash = hashOf(secret)
    this.proof_holder = [...holder]
    this.updated_at = now
  }

  /** Leaves a tombstone. */
  delete(now: string): void {
    this.secret_hash = null
    this.deleted_at = now
  }

  record(): OAuthClientRecord {
    return clientRecord(this)
  }
}

OAuthClientEntity.setClass(OAuthClient)

/** Who registers a client. */
interface Registration {
  /** Who makes it. */
  created_by: Actor | null
  /** What they hold, and so who was shown its secret. */
  holder: ReadonlySet<string>
  /** In milliseconds. */
  time: number
}

/** The columns of a new client that has this secret, if any. */
export function newClient(settings: NewClient, secret: string | undefined, registration: Registration) {
  const { created_by, holder, time } = registration
  const now = new Date(time).toISOString()
  const client_id = newId(idPrefixes.oauthClient, time)
  const secret_hash = secret === undefined ? null : hashOf(secret)
  const proof = { secret_hash, proof_holder: [...holder] }
  return { ...settings, client_id, created_by, created_at: now, updated_at: now, ...proof, deleted_at: null }
}

/** What the contract shows of a stored client. */
export function clientRecord(row: OAuthClientRecord): OAuthClientRecord {
  const { client_id, name, type, grant_types, redirect_uris, scopes } = row
  const { token_endpoint_auth_method, tls_client_auth_subject_dn, jwks, created_by, created_at, updated_at } = row
  const authentication = { token_endpoint_auth_method, tls_client_auth_subject_dn, jwks }
  const origin = { created_by, created_at, updated_at }
  return { client_id, name, type, grant_types, redirect_uris, scopes, ...authentication, ...origin }
}
