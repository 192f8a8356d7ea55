import type { Account } from '@roster/core'
import type { Account as Holder } from 'oidc-provider'

/** The user behind a sign-in, as the library knows it, and the user's record. */
export interface UserHolder extends Holder {
  user: Account
}

/**
 * Names a user with its credentials of now. Sign-ins, grants, codes and refresh tokens are given to this name, so all of them end at once
 * when the credentials do: nobody is found by it any more.
 */
export function holderId({ id, credentials_version }: Pick<Account, 'id' | 'credentials_version'>): string {
  return `${id}.${credentials_version}`
}

/** The user whom a name of a holder is of. */
export const userIdOf = (holder: string): string => holder.slice(0, holder.lastIndexOf('.'))

/** The version of the credentials that a name of a holder is of. */
export const versionOf = (holder: string): number => Number(holder.slice(holder.lastIndexOf('.') + 1))

/** The holder of this name; undefined when the user is not active, or the credentials have ended since. */
export async function findHolder(
  find: (userId: string) => Promise<Account | undefined>,
  holder: string,
): Promise<UserHolder | undefined> {
  const user = await find(userIdOf(holder))
  if (!user || holderId(user) !== holder) return undefined
  return { accountId: holder, user, claims: async () => ({ sub: user.id, ...profileOf(user) }) }
}

/** What OpenID Connect tells of a user (OpenID Connect Core, section 5.1); the scopes decide how much of it. */
export function profileOf({ name, email, updated_at }: Account) {
  return { name, updated_at: Math.floor(Date.parse(updated_at) / 1_000), email, email_verified: false }
}

/** Which claims each scope of OpenID Connect opens (section 5.4). */
export const CLAIMS = {
  openid: ['sub'],
  profile: ['name', 'updated_at'],
  email: ['email', 'email_verified'],
} as const
