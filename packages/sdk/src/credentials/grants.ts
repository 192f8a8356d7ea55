import { RosterError } from '../core/errors.ts'
import type { ClientCredentials, RefreshToken } from '../core/options.ts'
import { addressOf } from '../core/url.ts'
import type { Credential } from './credential.ts'
import { sendable } from './bearer.ts'
import { tokenCache, type TokenResponse } from './token-cache.ts'

/** A request to the token endpoint. */
export interface TokenRequest {
  tokenUrl: string | undefined
  form: Record<string, string>
  /** `Authorization` of a confidential client. */
  authorization: string | undefined
  /** Whether it may be sent again after a failure that tells nothing of its effect. */
  isRepeatable: boolean
}

export type RequestToken = (request: TokenRequest) => Promise<TokenResponse>

/** A program that acts as itself. */
export function clientCredentials(options: ClientCredentials, requestToken: RequestToken): Credential {
  const { clientId, clientSecret, scope, tokenUrl } = options
  const id = sendable(clientId, '`clientCredentials.clientId`')
  const authorization = basic(id, sendable(clientSecret, '`clientCredentials.clientSecret`'))
  if (scope !== undefined && typeof scope !== 'string')
    throw new RosterError('`clientCredentials.scope` is no text. Separate scopes by spaces.')
  const form = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }
  const url = urlOf(tokenUrl)
  return tokenCache(() => requestToken({ tokenUrl: url, form, authorization, isRepeatable: true }))
}

/**
 * A user who has signed in. A refresh token is spent by its use: it is never sent twice, since the service takes that for theft, and the next
 * one is handed over before the access token that came with it is used.
 */
export function refreshToken(options: RefreshToken, requestToken: RequestToken): Credential {
  const { clientSecret, onRotate, tokenUrl } = options
  const clientId = sendable(options.clientId, '`refreshToken.clientId`')
  const url = urlOf(tokenUrl)
  let current = sendable(options.refreshToken, '`refreshToken.refreshToken`')
  if (typeof onRotate !== 'function')
    throw new RosterError(
      '`refreshToken.onRotate` is no function. Pass one that keeps the next refresh token: the present one works once.',
    )
  const authorization = clientSecret === undefined ? undefined : basic(clientId, clientSecret)
  return tokenCache(async () => {
    const form = { grant_type: 'refresh_token', refresh_token: current, ...(!authorization && { client_id: clientId }) }
    const answer = await requestToken({ tokenUrl: url, form, authorization, isRepeatable: false })
    if (answer.refresh_token !== undefined && answer.refresh_token !== current) {
      current = answer.refresh_token
      await onRotate(current)
    }
    return answer
  })
}

/** Identifier and secret of a client, encoded as forms are and sent as HTTP Basic (RFC 6749, section 2.3.1). */
const basic = (id: string, secret: string) => `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

const urlOf = (tokenUrl: string | undefined) => (tokenUrl === undefined ? undefined : addressOf(tokenUrl, 'tokenUrl'))
