import { createHmac } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import type { Account } from '../identity/account.ts'
import { hashOf } from '../crypto/secret.ts'
import type { SessionType } from './sessions.contract.ts'
import { type Caller, signedInFrom } from '../identity/signed-in-from.ts'

/** How long a session lasts, in milliseconds: a working day, whatever is done in it. */
const LIFETIME = 12 * 60 * 60 * 1_000

/** The ways in which users are signed in, and what apps were granted by them. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.text().primary().collation('C'),
    type: p.text().$type<SessionType>(),
    user_id: p.text().collation('C'),
    /** The user's at the sign-in: once the user's is higher, the session has ended. */
    credentials_version: p.integer(),
    /** Of a session in a browser: SHA-256 of the token in its cookie, and what comes with its changes. */
    token_hash: p.text().collation('C').strictNullable().unique('sessions_token_hash_unique'),
    csrf_token: p.text().strictNullable(),
    /** Of a sign-in at the authorization server: what its artifact is found by. It ends with that. */
    uid: p.text().collation('C').strictNullable().unique('sessions_uid_unique'),
    /** Of a grant: its identifier, its app, and what that may do. */
    grant_id: p.text().collation('C').strictNullable().unique('sessions_grant_id_unique'),
    client_id: p.text().collation('C').strictNullable(),
    scopes: p.json<string[]>().strictNullable(),
    address: p.text().strictNullable(),
    user_agent: p.text().strictNullable(),
    created_at: p.type(Instant),
    last_used_at: p.type(Instant),
    /** Of one that was ended: when it is forgotten. */
    expires_at: p.type(Instant),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    { name: 'sessions_by_user', properties: ['user_id'] },
    { name: 'sessions_by_expiry', properties: ['expires_at'] },
  ],
})

/** What a page sends back with every change, to show that it could read an answer of this service: HMAC-SHA-256 by the session's token. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}

/** The columns of a session in a browser, of an account, that has this token. `time` is in milliseconds. */
export function newSession({ id: user_id, credentials_version }: Account, token: string, caller: Caller, time: number) {
  const now = new Date(time).toISOString()
  return {
    id: newId(idPrefixes.session, time),
    type: 'browser' as const,
    user_id,
    credentials_version,
    token_hash: hashOf(token),
    csrf_token: csrfTokenOf(token),
    uid: null,
    grant_id: null,
    client_id: null,
    scopes: null,
    ...signedInFrom(caller),
    created_at: now,
    last_used_at: now,
    expires_at: new Date(time + LIFETIME).toISOString(),
    deleted_at: null,
  }
}
