import type { PrincipalSource } from '../identity/principal-source.ts'
import { principalOfKey } from '../api-keys/authenticate.ts'
import { holds } from '../contract/access.ts'
import type { Principal, TokenCredential } from '../contract/principal.ts'
import { principalOfSession } from '../session/authenticate.ts'
import { isDenied } from '../identity/is-denied.ts'
import { hasLostAccess } from '../identity/lost-access.ts'

/**
 * A principal that was let in before, as it is now: with the name, role and scopes it has by now, or undefined once what proved it has ended
 * or its user was deleted, demoted or moved to another owner's records, as what was granted to it is not for such a caller. For tickets and connections that stay open. `time` is in milliseconds.
 */
export async function currentPrincipal(
  { database, access }: PrincipalSource,
  principal: Principal,
  time: number,
): Promise<Principal | undefined> {
  const { credential } = principal
  if (!credential) return undefined
  if (credential.type === 'access_token')
    return (await hasEnded({ database, access }, principal, credential, time)) ? undefined : principal
  const find = credential.type === 'session' ? principalOfSession : principalOfKey
  const now = await find({ database, access }, credential.hash, time)
  return now && !now.hasLeft && access.covers(now.role, principal.role) && holds(now, principal) ? now : undefined
}

async function hasEnded(
  { database, access }: PrincipalSource,
  principal: Principal,
  token: TokenCredential,
  time: number,
): Promise<boolean> {
  if (Date.parse(token.expires_at) <= time) return true
  return (await isDenied(database, token)) || (isFromElsewhere(token) && hasLostAccess({ database, access }, principal))
}

/** Our own tokens say at which version of its user's credentials they were given. */
const isFromElsewhere = (token: TokenCredential) => token.credentials_version === 0
