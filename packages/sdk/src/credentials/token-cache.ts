import { bearer } from './bearer.ts'
import type { Credential } from './credential.ts'

/** What a token endpoint answers (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
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

function tokenOf({ access_token, expires_in }: TokenResponse): Token {
  const life = (Number(expires_in) || Infinity) * 1_000
  return {
    header: bearer(access_token, 'The access token that the token endpoint answered'),
    renewAt: Date.now() + life - Math.min(AHEAD, life / 4),
  }
}
