import { readJson } from '../core/response.ts'
import { RosterError } from '../core/errors.ts'
import { headersOf, userAgent } from '../core/headers.ts'
import { send } from '../core/send.ts'
import type { Settings } from '../core/settings.ts'
import type { TokenRequest } from './grants.ts'
import type { TokenResponse } from './token-cache.ts'

const ROUTE = '/oauth/token'

/**
 * Requests a token from a token endpoint (RFC 6749, section 3.2). No single call owns the request, so the limits of the client apply. Throws a `RosterError` if
 * the response has no access token.
 */
export async function requestToken(settings: Settings, request: TokenRequest): Promise<TokenResponse> {
  const { tokenUrl, form, authorization, isRepeatable } = request
  const own = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', authorization }
  const call = {
    method: 'POST',
    url: tokenUrl ?? settings.baseUrl + ROUTE,
    route: ROUTE,
    headers: headersOf(userAgent(settings.product), own),
    body: new URLSearchParams(form).toString(),
    credential: undefined,
    isRepeatable,
    limits: settings.limits,
    signal: undefined,
  }
  const { data } = await send(settings, call, readJson<TokenResponse>)
  if (typeof data?.access_token !== 'string')
    throw new RosterError(`The token endpoint ${call.url} answered without an access token. Is tokenUrl right?`)
  return data
}
