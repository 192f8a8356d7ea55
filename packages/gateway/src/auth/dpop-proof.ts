import { hash } from 'node:crypto'
import { CLOCK_SKEW } from '@roster/core/server'
import { z } from 'zod'
import { jose } from './jose.ts'

/** Signature algorithms that proofs may use. */
export const DPOP_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256']

/** Maximum age of a proof in seconds, without the tolerance for clocks. */
const MAX_AGE = 60

/**
 * How long a proof is stored after `iat`, in seconds: through the whole last second of its age, plus twice the skew. The clock of the process that
 * deletes proofs may be ahead of the clock of one that accepts them.
 */
const KEPT = MAX_AGE + 2 * CLOCK_SKEW + 1

/** The request, token and key that a proof must match. */
export interface Proven {
  method: string
  /** URL of the request; the query is ignored. */
  url: string
  /** The access token sent with the proof. */
  token: string
  /** Thumbprint of the key that the token is bound to. */
  key: string
}

/** A checked proof, which may be used once. */
export interface Proof {
  id: string
  /** Time from which on the proof is too old anyway, in milliseconds since the epoch. */
  expires: number
}

const claims = z.object({
  jti: z.string().min(1).max(1_024),
  htm: z.string(),
  htu: z.string(),
  ath: z.string(),
  iat: z.number(),
})

/** Checks a DPoP proof (RFC 9449, section 4.3). Returns undefined when the proof does not match `proven`. `time` is in milliseconds since the epoch. */
export async function checkProof(proof: string, proven: Proven, time: number): Promise<Proof | undefined> {
  const verified = await verify(proof, time)
  const { data } = claims.safeParse(verified?.payload)
  if (!verified || !data) return undefined
  const key = await jose().calculateJwkThumbprint(verified.protectedHeader.jwk!)
  const holds =
    key === proven.key &&
    data.htm === proven.method &&
    isSameAddress(data.htu, proven.url) &&
    data.ath === hash('sha256', proven.token, 'base64url')
  if (!holds) return undefined
  return { id: hash('sha256', `${key}.${data.jti}`, 'base64url'), expires: (data.iat + KEPT) * 1_000 }
}

async function verify(proof: string, time: number) {
  const { EmbeddedJWK, errors, jwtVerify } = jose()
  try {
    return await jwtVerify(proof, EmbeddedJWK, {
      algorithms: DPOP_ALGORITHMS,
      typ: 'dpop+jwt',
      maxTokenAge: MAX_AGE,
      clockTolerance: CLOCK_SKEW,
      currentDate: new Date(time),
    })
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Whether two URLs are equal after normalization, without query and fragment (RFC 9449, section 4.3). */
function isSameAddress(given: string, actual: string): boolean {
  return addressOf(given) !== undefined && addressOf(given) === addressOf(actual)
}

function addressOf(text: string): string | undefined {
  const url = URL.parse(text)
  return url ? url.origin + url.pathname : undefined
}
