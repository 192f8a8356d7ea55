import type { KoaContextWithOIDC } from 'oidc-provider'
import { errors } from './library-errors.ts'
import type { ResourceIndicators } from './resources.ts'

/**
 * Returns the function that decides whether a refresh token is replaced, which every one is. Before that it throws for a request that the library
 * would refuse later, when the token is used up: an honest second try would then end the grant.
 */
export function replaceRefreshTokens({ getResourceServerInfo }: ResourceIndicators) {
  return async (ctx: KoaContextWithOIDC): Promise<boolean> => {
    const { client, params, entities } = ctx.oidc
    const { resource, resourceIndicators } = entities.RefreshToken!
    for (const named of [params!['resource'] ?? resource ?? []].flat() as string[]) {
      if (!resourceIndicators.has(named)) throw new errors.InvalidTarget()
      await getResourceServerInfo!(ctx, named, client!)
    }
    return true
  }
}
