import { RosterError } from '../core/errors.ts'
import { mayPass } from '../core/retries.ts'
import { sendable } from './bearer.ts'
import type { Credential } from './credential.ts'

/** Response of a token endpoint (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
  /** Type of the token, which decides how it is sent. Some endpoints omit it for `Bearer`. */
  token_type?: string | null
  /** Lifetime in seconds. Without a number over 0, the token is used until the service refuses it. */
  expires_in?: unknown
  /** Next refresh token. Some endpoints send null, or omit it, when the current one stays valid. */
  refresh_token?: string | null
}

/** Milliseconds before expiry at which a token is replaced. For a lifetime under four minutes, a quarter of the lifetime is used instead. */
const AHEAD = 60_000

interface Token {
  header: string
  /** Time in milliseconds since 1970 at which the next token is due. */
  renewAt: number
}

/**
 * Returns a credential that keeps one access token for all calls. At most one token request runs at a time and every caller waits for it, so that no late
 * response replaces a newer token. Where the next token cannot be had, because of a failure that may pass, the present one is used until it is refused.
 */
export function tokenCache(fetchToken: () => Promise<TokenResponse>): Credential {
  let token: Token | undefined
  let pending: Promise<string> | undefined

  const renew = async () => {
    try {
      token = tokenOf(await fetchToken())
    } catch (error) {
      if (!token || !mayPass(error)) throw error
    }
    return token.header
  }

  return {
    header: 'authorization',
    get atHand() {
      return token && Date.now() < token.renewAt ? token.header : undefined
    },
    value(rejected) {
      if (token?.header === rejected) token = undefined
      return this.atHand ?? (pending ??= renew().finally(() => (pending = undefined)))
    },
  }
}

const ACCESS_TOKEN = 'The access token that the token endpoint answered'

function tokenOf({ access_token, token_type, expires_in }: TokenResponse): Token {
  const life = Number(expires_in) * 1_000 || Infinity
  return {
    header: `${schemeOf(token_type ?? 'Bearer')} ${sendable(access_token, ACCESS_TOKEN)}`,
    renewAt: Date.now() + life - Math.min(AHEAD, life / 4),
  }
}

/** Returns the `Authorization` scheme for a token type (RFC 6750, RFC 9449), ignoring case (RFC 6749, section 7.1). Throws a `RosterError` for other types. */
function schemeOf(type: string): string {
  if (/^bearer$/i.test(type)) return 'Bearer'
  if (/^dpop$/i.test(type)) return 'DPoP'
  throw new RosterError(`${ACCESS_TOKEN} is of the type ${JSON.stringify(type)}, neither Bearer nor DPoP.`)
}
