import type { PrincipalSource } from '../identity/principal-source.ts'
import { principalOfKey } from '../api-keys/authenticate.ts'
import { holds } from '../contract/access.ts'
import type { Principal, TokenCredential } from '../contract/principal.ts'
import { principalOfSession } from '../session/authenticate.ts'
import { isDenied } from '../identity/is-denied.ts'
import { hasLostAccess } from '../identity/lost-access.ts'

/**
 * Returns a principal that was admitted before, with its present name, role and scopes; that of an access token is unchanged. Undefined once its credential has
 * ended, or its user was deleted, demoted or moved to another owner's records: what was granted to it is not for such a caller. For tickets and lasting
 * connections. `time` is in milliseconds.
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

/** Whether an external issuer gave a token: tokens of this service have the version of the user's credentials. */
const isFromElsewhere = (token: TokenCredential) => token.credentials_version === 0
