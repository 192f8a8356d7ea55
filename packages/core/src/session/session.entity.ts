import { createHmac } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import type { Account } from '../identity/account.ts'
import { hashOf } from '../crypto/secret.ts'
import type { SessionType } from './sessions.contract.ts'
import { type Caller, signedInFrom } from '../identity/signed-in-from.ts'

/** How long a session lasts, in milliseconds: a working day, whether the session is used or not. */
const LIFETIME = 12 * 60 * 60 * 1_000

/** Sessions of users: sign-ins with a browser or at the authorization server, and grants to OAuth clients. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.text().primary().collation('C'),
    type: p.text().$type<SessionType>(),
    user_id: p.text().collation('C'),
    /** Version of the user's credentials at the sign-in. Once the user's version is higher, the session has ended. */
    credentials_version: p.integer(),
    /** For a browser session: SHA-256 of the token in its cookie, and the CSRF token that its changes send. */
    token_hash: p.text().collation('C').strictNullable().unique('sessions_token_hash_unique'),
    csrf_token: p.text().strictNullable(),
    /** For a sign-in at the authorization server: the hash by which its artifact is found. The session ends with the artifact. */
    uid: p.text().collation('C').strictNullable().unique('sessions_uid_unique'),
    /** For a grant: its identifier, its OAuth client, and the granted scopes. */
    grant_id: p.text().collation('C').strictNullable().unique('sessions_grant_id_unique'),
    client_id: p.text().collation('C').strictNullable(),
    scopes: p.json<string[]>().strictNullable(),
    address: p.text().strictNullable(),
    user_agent: p.text().strictNullable(),
    created_at: p.type(Instant),
    last_used_at: p.type(Instant),
    /** Expiry of the session; for an ended one, the time when it is forgotten. */
    expires_at: p.type(Instant),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    { name: 'sessions_by_user', properties: ['user_id'] },
    { name: 'sessions_by_expiry', properties: ['expires_at'] },
  ],
})

/** Returns the CSRF token, which a page sends with every change to show that it could read a response of this service: HMAC-SHA-256 by the session's token. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}

/** Returns the columns of a browser session of an account, with this token. `time` is in milliseconds. */
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
