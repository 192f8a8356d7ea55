import { type Access, OPENID_SCOPES } from '@roster/core/contract'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** Returns the middleware that completes the library's metadata of this server (RFC 8414, section 2). */
export function completeDiscovery(baseUrl: string, access: Access) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    if (ctx.oidc?.route !== 'discovery' || ctx.status !== 200) return
    Object.assign(ctx.body as object, {
      token_endpoint: `${baseUrl}/oauth/token`,
      scopes_supported: [...OPENID_SCOPES, ...access.scopeNames],
      response_modes_supported: ['query', 'fragment'],
    })
  }
}
