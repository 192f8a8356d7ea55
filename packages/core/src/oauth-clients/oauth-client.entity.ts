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
    /** The caller that created it; null in rows older than this column. */
    created_by: p.json<Actor>().columnType('json').strictNullable(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    /** SHA-256 of the secret; null for a client without a secret. */
    secret_hash: p.text().strictNullable(),
    /** Scopes of the caller that saw the secret or registered the certificate; null when unknown. */
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

/** The settings of a client. */
export type ClientSettings = Omit<OAuthClientRecord, 'client_id' | 'type' | 'created_by' | 'created_at' | 'updated_at'>
export type NewClient = Pick<OAuthClientRecord, 'type'> & ClientSettings
export type ClientChange = { [Member in keyof ClientSettings]?: ClientSettings[Member] | undefined }

const SECRET_METHODS = new Set(['client_secret_basic', 'client_secret_post'])

/** Whether a client authenticates with a secret. */
export const usesSecret = ({ token_endpoint_auth_method: method }: { token_endpoint_auth_method: string }): boolean =>
  SECRET_METHODS.has(method)

/** An OAuth client with the rules of its changes. */
export class OAuthClient extends OAuthClientEntity.class {
  /** Applies valid settings. Returns false, without a new `updated_at`, when nothing differs. */
  change(settings: NewClient, now: string): boolean {
    const before = this.record()
    const after = { ...before, ...settings }
    if (isDeepStrictEqual(before, after)) return false
    Object.assign(this, after, { updated_at: now }, !usesSecret(after) && { secret_hash: null })
    return true
  }

  /** Sets a new secret, of which only the hash is stored. The old one ends at once. `holder` are the scopes of the caller that sees it. */
  rotateSecret(secret: string, now: string, holder: ReadonlySet<string>): void {
    this.secret_hash = hashOf(secret)
    this.proof_holder = [...holder]
    this.updated_at = now
  }

  /** Turns the row into a tombstone. */
  delete(now: string): void {
    this.secret_hash = null
    this.deleted_at = now
  }

  record(): OAuthClientRecord {
    return clientRecord(this)
  }
}

OAuthClientEntity.setClass(OAuthClient)

/** The registration of a client. */
interface Registration {
  /** The caller that creates it. */
  created_by: Actor | null
  /** Scopes of that caller, who sees the secret. */
  holder: ReadonlySet<string>
  /** In milliseconds. */
  time: number
}

/** Returns the columns of a new client, with the hash of its secret if it has one. */
export function newClient(settings: NewClient, secret: string | undefined, registration: Registration) {
  const { created_by, holder, time } = registration
  const now = new Date(time).toISOString()
  const client_id = newId(idPrefixes.oauthClient, time)
  const secret_hash = secret === undefined ? null : hashOf(secret)
  const proof = { secret_hash, proof_holder: [...holder] }
  return { ...settings, client_id, created_by, created_at: now, updated_at: now, ...proof, deleted_at: null }
}

/** Returns a client in the form of its contract. */
export function clientRecord(row: OAuthClientRecord): OAuthClientRecord {
  const { client_id, name, type, grant_types, redirect_uris, scopes } = row
  const { token_endpoint_auth_method, tls_client_auth_subject_dn, jwks, created_by, created_at, updated_at } = row
  const authentication = { token_endpoint_auth_method, tls_client_auth_subject_dn, jwks }
  const origin = { created_by, created_at, updated_at }
  return { client_id, name, type, grant_types, redirect_uris, scopes, ...authentication, ...origin }
}
