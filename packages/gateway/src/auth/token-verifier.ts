import { hash } from 'node:crypto'
import { type Access, Problem } from '@roster/core/contract'
import { CLOCK_SKEW } from '@roster/core/server'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { parseJson } from '../http/json.ts'
import { jose } from './jose.ts'
import { type AccessToken, accessTokenReader } from './token-claims.ts'

export interface TokenVerifierOptions {
  /** Access rules, with the roles and scopes that tokens name. */
  access: Access
  /** Required issuer of a token: `iss`. */
  issuer: string
  /** Required audience of a token: `aud`, or one of its values. */
  audience: string
  /** Whether the clients of the tokens act as agents for their users. Default: false. */
  isOfAgents?: boolean
  /** Finds the key that signed a token. Throws a `Problem` when keys are not available. */
  keys: JWTVerifyGetKey
  /** Whether a token has ended before its expiry: it was revoked, or its caller lost access. Throws a `Problem` when that is unknown. */
  isDenied: (principal: AccessToken['principal']) => boolean | Promise<boolean>
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** How many verified tokens are kept. Default: 10,000, about 10 MB. */
  cacheSize?: number
}

/** Returns the access token that a text encodes, or undefined when the token is not valid now. */
export type VerifyToken = (text: string) => Promise<AccessToken | undefined>

const CACHE_SIZE = 10_000

/** How long a verified token is cached, in milliseconds: its issuer may withdraw the key that signed it. */
const CACHE_AGE = 10 * 60_000

/**
 * Returns a function that verifies JWT access tokens (RFC 9068, section 4): signed with RS256, `typ` `at+jwt`, and the expected issuer, audience and
 * times. A verified token is cached by its hash until it expires, for ten minutes at most. Denial is checked each time.
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
  const kept = new LRUCache<string, { token: AccessToken; until: number }>({ max: cacheSize })

  async function verified(text: string): Promise<AccessToken | undefined> {
    const id = hash('sha256', text, 'base64')
    const known = kept.get(id)
    const time = now()
    if (known && time < known.until) return known.token
    const payload = await verify(text, keys, expected, time)
    const token = payload && read(payload)
    if (token) kept.set(id, { token, until: Math.min(token.expires, time + CACHE_AGE) })
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
 * Throws `malformed-json` when a part has a member twice: a reader of the first and a reader of the last member would disagree on the token (RFC
 * 7519, section 4). A part that equals its value serialized again has none. Any other part is parsed strictly, which takes longer.
 */
function requireNothingTwice(part: string, value: unknown): void {
  if (Buffer.from(JSON.stringify(value)).toString('base64url') !== part) parseJson(Buffer.from(part, 'base64url'))
}

const isMalformed = (error: unknown) => error instanceof Problem && error.code === 'malformed-json'
