import { createHmac } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'
import type { Account } from '../identity/account.ts'
import { hashOf } from '../secret.ts'

/** How long a session lasts, in milliseconds: a working day, whatever is done in it. */
const LIFETIME = 12 * 60 * 60 * 1_000

export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** SHA-256 of the token in the cookie. */
    token_hash: p.text().primary().collation('C'),
    user_id: p.text().collation('C'),
    /** The user's at the sign-in: once the user's is higher, the session has ended. */
    credentials_version: p.integer(),
    csrf_token: p.text(),
    created_at: p.type(Instant),
    expires_at: p.type(Instant),
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

/** The columns of a session of an account that has this token. `time` is in milliseconds. */
export function newSession({ id, credentials_version }: Account, token: string, time: number) {
  return {
    token_hash: hashOf(token),
    user_id: id,
    credentials_version,
    csrf_token: csrfTokenOf(token),
    created_at: new Date(time).toISOString(),
    expires_at: new Date(time + LIFETIME).toISOString(),
  }
}
