import type { Database } from '../data/database.ts'
import type { Transaction } from '../data/transaction.ts'
import { tokensDenied } from './deny-list.ts'

/** How long an access token lasts, in seconds. */
export const ACCESS_TOKEN_LIFETIME = 15 * 60

/** How far the clocks of issuer and receiver may differ, in seconds. */
export const CLOCK_SKEW = 60

const insert = {
  name: 'deny tokens',
  text: `insert into denials (subject, version, created_at, expires_at) values ($1, $2, $3, $4)
    on conflict (subject) do update set version = greatest(denials.version, excluded.version),
      created_at = excluded.created_at, expires_at = excluded.expires_at`,
}

/** Whose access tokens end before their expiry. */
export type DenialSubject =
  | { token: string }
  | { grant: string }
  | { client: string }
  /** Tokens of a user that were given before its credentials got this version. */
  | { user: string; version: number }

/**
 * How long a denial is kept, in seconds: as long as any token that it ends. Whoever gave the token may have a clock that is ahead of that of who denies
 * it, whoever takes it one that is behind, and takes it for as long as clocks may differ after its end.
 */
const LIFETIME = ACCESS_TOKEN_LIFETIME + 3 * CLOCK_SKEW

/**
 * Ends access tokens: in this process with the commit, in every other one within a second of it (RFC 7009 leaves the means to the
 * server). `time` is in milliseconds.
 */
export async function deny(transaction: Transaction, denied: DenialSubject, time: number): Promise<void> {
  const [[kind, name]] = Object.entries(denied) as [[string, string]]
  const version = 'version' in denied ? denied.version : null
  const [created_at, expires_at] = [time, time + LIFETIME * 1_000].map((instant) =>
    new Date(instant).toISOString(),
  ) as [string, string]
  const subject = `${kind}:${name}`
  await transaction.query(insert, [subject, version, created_at, expires_at])
  transaction.announce(tokensDenied, { subject, version, expires_at })
}

/** The same where nothing else changes with it. */
export async function denyNow(database: Database, denied: DenialSubject, time: number): Promise<void> {
  const transaction = database.transaction()
  try {
    await deny(transaction, denied, time)
    await transaction.commit()
  } finally {
    await transaction.rollback()
  }
}
