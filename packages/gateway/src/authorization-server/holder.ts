import type { Account } from '@roster/core'
import type { Account as Holder } from 'oidc-provider'

/** The account of a signed-in user as the library knows it, with the user's record. */
export interface UserHolder extends Holder {
  user: Account
}

/**
 * Returns a name for a user with the present credentials. Sign-ins, grants, codes and refresh tokens belong to this name. All of them end when the
 * credentials end, because `findHolder` no longer finds the name.
 */
export function holderId({ id, credentials_version }: Pick<Account, 'id' | 'credentials_version'>): string {
  return `${id}.${credentials_version}`
}

/** Returns the user's identifier in the name of a holder. */
export const userIdOf = (holder: string): string => holder.slice(0, holder.lastIndexOf('.'))

/** Returns the version of the credentials in the name of a holder. */
export const versionOf = (holder: string): number => Number(holder.slice(holder.lastIndexOf('.') + 1))

/** Returns the holder of this name, or undefined when the user is not active or the credentials have ended since. */
export async function findHolder(
  find: (userId: string) => Promise<Account | undefined>,
  holder: string,
): Promise<UserHolder | undefined> {
  const user = await find(userIdOf(holder))
  if (!user || holderId(user) !== holder) return undefined
  return { accountId: holder, user, claims: async () => ({ sub: user.id, ...profileOf(user) }) }
}

/** Returns the claims of OpenID Connect about a user (OpenID Connect Core, section 5.1). The scopes decide which of them are given. */
export function profileOf({ name, email, updated_at }: Account) {
  return { name, updated_at: Math.floor(Date.parse(updated_at) / 1_000), email, email_verified: false }
}

/** Claims that each scope of OpenID Connect gives access to (OpenID Connect Core, section 5.4). */
export const CLAIMS = {
  openid: ['sub'],
  profile: ['name', 'updated_at'],
  email: ['email', 'email_verified'],
} as const
