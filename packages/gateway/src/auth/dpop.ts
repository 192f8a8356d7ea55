import type { IncomingMessage } from 'node:http'
import type { CertificateOf } from './certificate.ts'
import { type Mechanism, unauthenticated } from './credentials.ts'
import { checkProof, DPOP_ALGORITHMS, type Proven } from './dpop-proof.ts'
import { challengeOf, inScheme } from './scheme.ts'
import type { VerifyToken } from './token-verifier.ts'

/** Records the use of a proof. Returns false when any process has recorded it before. `expires` is in milliseconds since the epoch. */
export type SpendProof = (id: string, expires: number) => Promise<boolean>

export interface DpopOptions {
  verify: VerifyToken
  certificateOf: CertificateOf
  spendProof: SpendProof
  /** Base URL of the service, without a trailing slash. Proofs must name it, whatever the `Host` header says. */
  baseUrl: string
  now: () => number
}

/**
 * Returns the mechanism for an access token bound to a key, in `Authorization: DPoP`, with a proof in `DPoP` that the caller holds the key (RFC 9449,
 * section 7).
 */
export function dpopToken({ verify, certificateOf, spendProof, baseUrl, now }: DpopOptions): Mechanism {
  const checked = new WeakMap<IncomingMessage, Promise<boolean>>()

  async function proves(request: IncomingMessage, about: Proven): Promise<boolean> {
    const proof = await checkProof(String(request.headers['dpop'] ?? ''), about, now())
    return proof !== undefined && spendProof(proof.id, proof.expires)
  }

  /** Checks the proof of a request once and keeps the result: an open socket authenticates its request again and again. */
  function provesOnce(request: IncomingMessage, about: Proven): Promise<boolean> {
    const known = checked.get(request) ?? proves(request, about)
    checked.set(request, known)
    return known
  }

  return {
    challenge: challengeOf('DPoP', { algs: DPOP_ALGORITHMS.join(' ') }),
    rejection: dpopRejection('invalid_token', 'The access token is not valid, no longer, or not bound to a key'),
    find: inScheme('DPoP'),
    async verify(credential, request) {
      const token = await verify(credential)
      if (token?.key === undefined) return undefined
      if (token.certificate !== undefined && token.certificate !== certificateOf(request)?.thumbprint) return undefined
      const { method = '', url = '' } = request
      if (await provesOnce(request, { method, url: baseUrl + url, token: credential, key: token.key }))
        return token.principal
      throw unauthenticated('The DPoP proof is missing, not about this request and token, too old, or used before.', [
        dpopRejection('invalid_dpop_proof', 'The proof is missing, wrong, too old or used before'),
      ])
    },
  }
}

/** Returns the `WWW-Authenticate` challenge for a refused token or proof (RFC 9449, section 7.1). */
export function dpopRejection(error: string, description: string): string {
  return challengeOf('DPoP', { error, error_description: description, algs: DPOP_ALGORITHMS.join(' ') })
}
