import { RosterError } from '../core/errors.ts'
import { sendable } from './bearer.ts'
import type { Credential } from './credential.ts'

/** What a token endpoint answers (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
  /** How it is sent. Some leave it out where it is `Bearer`. */
  token_type?: string | null
  /** Lifetime in seconds. What is no number is taken for a long one: a refusal ends it. */
  expires_in?: unknown
  /** Some say null, or nothing, where the present one stays. */
  refresh_token?: string | null
}

/** A token is replaced this long before it expires, in milliseconds, and when a quarter of a short life is left. */
const AHEAD = 60_000

interface Token {
  header: string
  /** When to get the next one. */
  renewAt: number
}

/**
 * Keeps an access token for all calls. There is never more than one request for a token under way, and every caller waits for the same
 * one, so that no late answer can replace a newer token.
 */
export function tokenCache(fetchToken: () => Promise<TokenResponse>): Credential {
  let token: Token | undefined
  let pending: Promise<string> | undefined

  const renew = async () => {
    token = tokenOf(await fetchToken())
    return token.header
  }

  return {
    header: 'authorization',
    get atHand() {
      return token && Date.now() < token.renewAt ? token.header : undefined
    },
    value(rejected) {
      if (this.atHand !== undefined && this.atHand !== rejected) return this.atHand
      return (pending ??= renew().finally(() => (pending = undefined)))
    },
  }
}

const ACCESS_TOKEN = 'The access token that the token endpoint answered'

function tokenOf({ access_token, token_type, expires_in }: TokenResponse): Token {
  const life = (Number(expires_in) || Infinity) * 1_000
  return {
    header: `${schemeOf(token_type ?? 'Bearer')} ${sendable(access_token, ACCESS_TOKEN)}`,
    renewAt: Date.now() + life - Math.min(AHEAD, life / 4),
  }
}

/** The scheme in which a token of a type is sent (RFC 6750, RFC 9449); types are told apart without case (RFC 6749, section 7.1). */
function schemeOf(type: string): string {
  if (/^bearer$/i.test(type)) return 'Bearer'
  if (/^dpop$/i.test(type)) return 'DPoP'
  throw new RosterError(`${ACCESS_TOKEN} is of the type ${JSON.stringify(type)}, neither Bearer nor DPoP.`)
}
