import type { ShownArtifact } from '@roster/core/server'
import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider'
import { userIdOf, versionOf } from './holder.ts'
import { Provider } from './library.ts'
import type { OAuthRequest } from './oauth-request.ts'
import { scopesGranted } from './scopes.ts'

/**
 * Returns how a stored artifact appears among the user's sessions: a sign-in as itself, a refresh token as its grant. Returns undefined for other
 * artifacts.
 */
export function shownAs(kind: string, { accountId, loginTs, clientId }: AdapterPayload): ShownArtifact | undefined {
  const ctx = Provider.ctx
  if (accountId === undefined || !ctx) return undefined
  const shown = { user_id: userIdOf(accountId), credentials_version: versionOf(accountId), caller: callerOf(ctx) }
  if (kind === 'Session') return { type: 'sign_in', ...shown, since: loginTs! * 1_000 }
  if (kind === 'RefreshToken') return { type: 'grant', ...shown, client_id: clientId!, scopes: scopesNow(ctx) }
  return undefined
}

function callerOf({ req }: KoaContextWithOIDC) {
  const { address, headers } = req as OAuthRequest
  return { address, userAgent: headers['user-agent'] }
}

const scopesNow = ({ oidc }: KoaContextWithOIDC) => [...scopesGranted(oidc.entities.Grant!)]
