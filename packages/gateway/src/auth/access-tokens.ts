import { bearerToken, type BearerOptions } from './bearer.ts'
import type { Mechanism } from './credentials.ts'
import { dpopToken, type DpopOptions } from './dpop.ts'
import { metadataUrlOf } from './protected-resource.ts'
import { tokenVerifier, type TokenVerifierOptions } from './token-verifier.ts'

/** Options of the mechanisms that take access tokens. */
export type AccessTokenOptions = TokenVerifierOptions &
  Omit<BearerOptions & DpopOptions, 'verify' | 'metadataUrl'> & {
    /** Path of the protected resource that the tokens are for. Default: the whole service. */
    resourcePath?: string
  }

/** Returns the mechanisms that take access tokens, Bearer and DPoP. Both share one cache of verified tokens. */
export function accessTokens(options: AccessTokenOptions): Mechanism[] {
  const verify = tokenVerifier(options)
  const metadataUrl = metadataUrlOf(options.baseUrl, options.resourcePath)
  return [bearerToken({ ...options, verify, metadataUrl }), dpopToken({ ...options, verify })]
}
