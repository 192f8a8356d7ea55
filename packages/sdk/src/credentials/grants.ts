import type { APIError } from '../core/api-errors.ts'
import { RosterError, TimeoutError } from '../core/errors.ts'
import { limited } from '../core/limits.ts'
import type { ClientCredentials, RefreshToken } from '../core/options.ts'
import { isLoss } from '../core/retries.ts'
import { addressOf } from '../core/url.ts'
import type { Credential } from './credential.ts'
import { sendable } from './bearer.ts'
import { tokenCache, type TokenResponse } from './token-cache.ts'

/** A request to the token endpoint. */
export interface TokenRequest {
  tokenUrl: string | undefined
  form: Record<string, string>
  /** Value of `Authorization` for a confidential client; undefined for a public one. */
  authorization: string | undefined
  /** Whether the request may be sent again after a failure that leaves its effect unknown. */
  isRepeatable: boolean
}

export type RequestToken = (request: TokenRequest) => Promise<TokenResponse>

/** Time limit of `onRotate`. Without a limit, a function that never settles would block every later call. */
const KEEPING = {
  time: 30_000,
  onTimeout: () => new TimeoutError('`onRotate` took over 30 seconds. Let it settle sooner.'),
}

/** Returns the credential of a program that acts on its own behalf (client credentials grant). */
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
 * Returns the credential of a signed-in user (refresh token grant). Each refresh token works once; `onRotate` gets the next one before the access token that
 * came with it is used. A request whose response is lost is not repeated: the token may be spent, and the service treats a second use as theft. The next call
 * that needs an access token sends the same refresh token, since there is no other. Once the service has refused it, every such call fails with that error,
 * whose `cause` is the loss.
 */
export function refreshToken(options: RefreshToken, requestToken: RequestToken): Credential {
  const { clientSecret, onRotate, tokenUrl } = options
  const clientId = sendable(options.clientId, '`refreshToken.clientId`')
  const url = urlOf(tokenUrl)
  let current = sendable(options.refreshToken, '`refreshToken.refreshToken`')
  if (typeof onRotate !== 'function')
    throw new RosterError('`refreshToken.onRotate` is no function. Pass one that keeps the next token.')
  const authorization = clientSecret === undefined ? undefined : basic(clientId, clientSecret)
  /** The failure that left it unknown whether the current token is spent. */
  let loss: unknown
  /** The error with which the service refused the current token: it will not take it later either. */
  let refusal: unknown
  const spend = async () => {
    if (refusal) throw refusal
    const form = { grant_type: 'refresh_token', refresh_token: current, ...(!authorization && { client_id: clientId }) }
    try {
      return await requestToken({ tokenUrl: url, form, authorization, isRepeatable: false })
    } catch (thrown) {
      const error = thrown as APIError | undefined
      if (isLoss(error)) loss = error
      // The token is unknown, expired, revoked or spent (RFC 6749, section 5.2).
      else if (error?.error === 'invalid_grant') {
        error.cause = loss
        refusal = error
      }
      throw error
    }
  }
  /** Hands over the current token, and once more if another was handed over meanwhile: a function that settles late may have stored the older one last. */
  const keep = async (): Promise<void> => {
    const given = current
    await onRotate(given)
    if (given !== current) await keep()
  }
  return tokenCache(async () => {
    const answer = await spend()
    loss = undefined
    if (answer.refresh_token && answer.refresh_token !== current) {
      current = answer.refresh_token
      await limited(undefined, KEEPING, keep)
    }
    return answer
  })
}

/** Returns the `Authorization` value of HTTP Basic, with the client's identifier and secret form-encoded (RFC 6749, section 2.3.1). */
const basic = (id: string, secret: string) => `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

const urlOf = (tokenUrl: string | undefined) => (tokenUrl === undefined ? undefined : addressOf(tokenUrl, 'tokenUrl'))
