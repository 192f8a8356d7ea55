import type { Database } from '../data/database.ts'
import { inTransaction } from '../data/in-transaction.ts'
import type { Transaction } from '../data/transaction.ts'
import { tokensDenied } from './deny-list.ts'

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_LIFETIME = 15 * 60

/** Largest difference between the clocks of issuer and receiver, in seconds. */
export const CLOCK_SKEW = 60

const insert = {
  name: 'deny tokens',
  text: `insert into denials (subject, version, created_at, expires_at) values ($1, $2, $3, $4)
    on conflict (subject) do update set version = greatest(denials.version, excluded.version),
      created_at = excluded.created_at, expires_at = excluded.expires_at`,
}

/** The access tokens that a denial ends before their expiry. */
export type DenialSubject =
  | { token: string }
  | { grant: string }
  | { client: string }
  /** Tokens of a user from before this version of its credentials. */
  | { user: string; version: number }

/**
 * Lifetime of a denial, in seconds: as long as any token that it ends is accepted. The issuer's clock may be ahead of the clock here, the receiver's clock
 * may be behind, and the receiver accepts a token for the clock skew after its end.
 */
const LIFETIME = ACCESS_TOKEN_LIFETIME + 3 * CLOCK_SKEW

/**
 * Denies access tokens: in this process from the commit on, in every other one within a second after it (RFC 7009 leaves the means to the server). `time` is
 * in milliseconds.
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

/** Denies access tokens, in a transaction of its own. */
export const denyNow = (database: Database, denied: DenialSubject, time: number): Promise<void> =>
  inTransaction(database, (transaction) => deny(transaction, denied, time))
