import { bearerToken, type BearerOptions } from './bearer.ts'
import type { Mechanism } from './credentials.ts'
import { dpopToken, type DpopOptions } from './dpop.ts'
import { metadataUrlOf } from './protected-resource.ts'
import { tokenVerifier, type TokenVerifierOptions } from './token-verifier.ts'

/** What access tokens are checked with. */
export type AccessTokenOptions = TokenVerifierOptions &
  Omit<BearerOptions & DpopOptions, 'verify' | 'metadataUrl'> & {
    /** What of the service the tokens are for, as a path. Default: all of it. */
    resourcePath?: string
  }

/** Returns the mechanisms that take access tokens. They share what they have verified. */
export function accessTokens(options: AccessTokenOptions): Mechanism[] {
  const verify = tokenVerifier(options)
  const metadataUrl = metadataUrlOf(options.baseUrl, options.resourcePath)
  return [bearerToken({ ...options, verify, metadataUrl }), dpopToken({ ...options, verify })]
}
