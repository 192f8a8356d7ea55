import { CLOCK_SKEW, type DeniableToken, type SigningKey } from '@roster/core/server'
import { createLocalJWKSet, errors as joseErrors, type JWTPayload, jwtVerify } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { mayRead } from './client-authentication.ts'
import { publicKeys } from './public-keys.ts'
import { findHolder } from './holder.ts'
import type { ProviderOptions } from './options.ts'
import { audiencesOf } from './resources.ts'

type Next = () => Promise<void>
type OwnToken = JWTPayload & DeniableToken & { exp: number; cnf?: { jkt?: string } }

/**
 * Returns a reader of access tokens that this server has signed and that expired at most `clockTolerance` seconds ago. It returns undefined for
 * anything else.
 */
function reader(options: ProviderOptions, issuer: string, keys: SigningKey[], clockTolerance: number) {
  const audience = [...audiencesOf(options, issuer).values()]
  const find = createLocalJWKSet(publicKeys(keys))
  const expected = { issuer, audience, typ: 'at+jwt', algorithms: ['RS256'], clockTolerance }
  return async (text: string): Promise<OwnToken | undefined> => {
    try {
      return (await jwtVerify<OwnToken>(text, find, { ...expected, currentDate: new Date() })).payload
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return undefined
      throw error
    }
  }
}

/** Whether the library authenticated the client but left a JWT to this service: the library can neither read nor end one. */
function leavesJwt(ctx: KoaContextWithOIDC, route: string): boolean {
  return ctx.oidc?.route === route && (ctx.body as { error?: string } | undefined)?.error === 'unsupported_token_type'
}

/** Returns the middleware that introspects access tokens (RFC 7662). */
export function introspectAccessTokens(options: ProviderOptions, issuer: string, keys: SigningKey[]) {
  const read = reader(options, issuer, keys, 0)
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next()
    if (ctx.oidc?.route === 'introspection') ctx.body = await namingUser(ctx.body as RefreshTokenState, options)
    if (!leavesJwt(ctx, 'introspection')) return
    const token = await read(ctx.oidc.params!['token'] as string)
    const isActive = token && mayRead(ctx.oidc.client!, token.client_id) && !(await options.denyList.includes(token))
    ctx.status = 200
    ctx.body = isActive ? { active: true, ...token, token_type: token.cnf?.jkt ? 'DPoP' : 'Bearer' } : { active: false }
  }
}

interface RefreshTokenState {
  active?: boolean
  sub?: string
}

/**
 * Returns the library's response about a refresh token, with the user's own identifier. The token is inactive when the credentials that it was issued
 * for have ended.
 */
async function namingUser(state: RefreshTokenState, { accounts }: ProviderOptions): Promise<RefreshTokenState> {
  if (state.sub === undefined) return state
  const holder = await findHolder(accounts.find, state.sub)
  return holder ? { ...state, sub: holder.user.id } : { active: false }
}

/**
 * Returns the middleware that revokes access tokens (RFC 7009), also in the seconds after their expiry in which they are still accepted. A token of
 * another client gets the same response, so that no client learns of others' tokens.
 */
export function revokeAccessTokens(options: ProviderOptions, issuer: string, keys: SigningKey[]) {
  const read = reader(options, issuer, keys, CLOCK_SKEW)
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next()
    if (!leavesJwt(ctx, 'revocation')) return
    const token = await read(ctx.oidc.params!['token'] as string)
    if (token?.client_id === ctx.oidc.client!.clientId) await options.denyList.deny({ token: token.jti })
    ctx.status = 200
    ctx.body = ''
  }
}
