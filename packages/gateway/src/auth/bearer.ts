import type { CertificateOf } from './certificate.ts'
import { type Mechanism, unauthenticated } from './credentials.ts'
import { dpopRejection } from './dpop.ts'
import { challengeOf, inScheme } from './scheme.ts'
import type { VerifyToken } from './token-verifier.ts'

export interface BearerOptions {
  verify: VerifyToken
  certificateOf: CertificateOf
  /** URL of the protected resource metadata (RFC 9728). */
  metadataUrl: string
  /** Scopes that the challenge asks for, separated by spaces. Default: the challenge names no scope. */
  scope?: string | undefined
}

/**
 * Returns the mechanism for a JWT access token in `Authorization: Bearer` (RFC 6750, section 2.1), also one bound to a client certificate (RFC 8705,
 * section 3).
 */
export function bearerToken({ verify, certificateOf, metadataUrl, scope }: BearerOptions): Mechanism {
  return {
    schemes: ['oauth2', 'openIdConnect', 'bearer', 'mutualTLS'],
    challenge: challengeOf('Bearer', { ...(scope !== undefined && { scope }), resource_metadata: metadataUrl }),
    rejection: challengeOf('Bearer', {
      error: 'invalid_token',
      error_description: 'The access token is not valid, or no longer',
      resource_metadata: metadataUrl,
    }),
    find: inScheme('Bearer'),
    async verify(credential, request) {
      const token = await verify(credential)
      if (!token) return undefined
      if (token.key !== undefined) throw boundToKey()
      if (token.certificate !== undefined && token.certificate !== certificateOf(request)?.thumbprint) return undefined
      return token.principal
    },
  }
}

/** Returns `unauthenticated` for a DPoP-bound token sent as Bearer: naming another scheme must not make a stolen token usable (RFC 9449, section 7.2). */
function boundToKey() {
  return unauthenticated('The access token is bound to a key. Send it as Authorization: DPoP, with a proof.', [
    dpopRejection('invalid_token', 'The access token is bound to a key'),
  ])
}
