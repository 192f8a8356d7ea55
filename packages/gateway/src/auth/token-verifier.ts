import { hash } from 'node:crypto'
import { type Access, Problem } from '@roster/core/contract'
import { CLOCK_SKEW } from '@roster/core/server'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { parseJson } from '../http/json.ts'
import { jose } from './jose.ts'
import { type AccessToken, accessTokenReader } from './token-claims.ts'

export interface TokenVerifierOptions {
  /** Who may do what: the roles and scopes that tokens name. */
  access: Access
  /** Who must have issued a token: `iss`. */
  issuer: string
  /** Whom a token must be for: `aud`, or one of them. */
  audience: string
  /** Whether its clients act as agents for their users. Default: false. */
  isOfAgents?: boolean
  /** Finds the key that signed a token. Throws a `Problem` where keys cannot be had just now. */
  keys: JWTVerifyGetKey
  /** Whether a token has ended before its expiry. Throws a `Problem` where that is not known. */
  isDenied: (principal: AccessToken['principal']) => boolean | Promise<boolean>
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** How many verified tokens are kept. Default: 10,000, about 10 MB. */
  cacheSize?: number
}

/** The access token that a text is; undefined when it is not valid now. */
export type VerifyToken = (text: string) => Promise<AccessToken | undefined>

const CACHE_SIZE = 10_000

/**
 * Verifies JWT access tokens (RFC 9068, section 4): RS256 only, `typ` is `at+jwt`, issuer, audience and times are as they must be. A token is
 * verified once and kept by its hash until it expires; whether it is denied is asked each time.
 */
export function tokenVerifier({
  access,
  keys,
  isDenied,
  now,
  isOfAgents = false,
  cacheSize = CACHE_SIZE,
  ...expected
}: TokenVerifierOptions): VerifyToken {
  const read = accessTokenReader(access, isOfAgents)
  const kept = new LRUCache<string, AccessToken>({ max: cacheSize })

  async function verified(text: string): Promise<AccessToken | undefined> {
    const id = hash('sha256', text, 'base64')
    const known = kept.get(id)
    if (known && now() < known.expires) return known
    const payload = await verify(text, keys, expected, now())
    const token = payload && read(payload)
    if (token) kept.set(id, token)
    return token
  }

  return async (text) => {
    const token = await verified(text)
    return token && !(await isDenied(token.principal)) ? token : undefined
  }
}

async function verify(
  text: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: Pick<TokenVerifierOptions, 'issuer' | 'audience'>,
  time: number,
): Promise<JWTPayload | undefined> {
  const { errors, jwtVerify } = jose()
  try {
    const { protectedHeader, payload } = await jwtVerify(text, keys, {
      algorithms: ['RS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: CLOCK_SKEW,
      currentDate: new Date(time),
    })
    if (payload.iat! * 1_000 > time + CLOCK_SKEW * 1_000) return undefined
    const [header, claims] = text.split('.')
    requireNothingTwice(header!, protectedHeader)
    requireNothingTwice(claims!, payload)
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError || isMalformed(error)) return undefined
    throw error
  }
}

/**
 * Who reads the first of two claims and who reads the last would disagree on what a token says (RFC 7519, section 4). A part that is written as its value
 * is written again has no member twice; any other is read strictly, which takes longer.
 */
function requireNothingTwice(part: string, value: unknown): void {
  if (Buffer.from(JSON.stringify(value)).toString('base64url') !== part) parseJson(Buffer.from(part, 'base64url'))
}

const isMalformed = (error: unknown) => error instanceof Problem && error.code === 'malformed-json'
