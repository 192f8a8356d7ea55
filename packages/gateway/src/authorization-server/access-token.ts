import { SERVICE } from '@roster/core/contract'
import type { AccessToken, Client, ClientCredentials, JWTStructured, KoaContextWithOIDC } from 'oidc-provider'
import type { UserHolder } from './holder.ts'

/**
 * Adds to an access token the claims that the API decides by (RFC 9068, section 2.2): the user, the role, the name, and the grant and credentials
 * that end the token.
 */
export async function describeAccessToken(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  { payload }: JWTStructured,
): Promise<void> {
  const holder = ctx.oidc.account as UserHolder | undefined
  if (token.kind === 'ClientCredentials' || !holder) Object.assign(payload, ofClient(token.client!))
  else Object.assign(payload, ofUser(holder), { grant: token.grantId })
}

const ofClient = ({ clientName, clientId }: Client) => ({ role: SERVICE, name: clientName ?? clientId })

function ofUser({ user: { id, name, role, owner, credentials_version } }: UserHolder) {
  return { sub: id, role, name, ...(owner !== id && { owner }), credentials_version }
}
