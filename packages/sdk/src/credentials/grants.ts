import { BadRequestError } from '../core/api-errors.ts'
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
  /** `Authorization` of a confidential client. */
  authorization: string | undefined
  /** Whether it may be sent again after a failure that tells nothing of its effect. */
  isRepeatable: boolean
}

export type RequestToken = (request: TokenRequest) => Promise<TokenResponse>

/** How long `onRotate` may take. One that never settles would end the client. */
const KEEPING = {
  time: 30_000,
  onTimeout: () => new TimeoutError('`onRotate` took more than 30 seconds. Let it settle sooner.'),
}

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
 * A user who has signed in. A refresh token is spent by its use, and the next one is handed over before the access token that came with it is used.
 * A request whose answer is lost is not sent again: the token may be spent, and the service takes a second use for theft. The next call that needs
 * an access token tries it once more, since there is no other; if it is refused, the error has the loss as its cause.
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
  /** Why it is not known whether the current token is spent. */
  let loss: unknown
  const spend = async () => {
    const form = { grant_type: 'refresh_token', refresh_token: current, ...(!authorization && { client_id: clientId }) }
    try {
      return await requestToken({ tokenUrl: url, form, authorization, isRepeatable: false })
    } catch (error) {
      if (error instanceof BadRequestError) error.cause = loss
      else if (isLoss(error)) loss = error
      throw error
    }
  }
  return tokenCache(async () => {
    const answer = await spend()
    loss = undefined
    if (answer.refresh_token && answer.refresh_token !== current) {
      current = answer.refresh_token
      await limited(undefined, KEEPING, async () => onRotate(current))
    }
    return answer
  })
}

/** Identifier and secret of a client, encoded as forms are and sent as HTTP Basic (RFC 6749, section 2.3.1). */
const basic = (id: string, secret: string) => `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

const urlOf = (tokenUrl: string | undefined) => (tokenUrl === undefined ? undefined : addressOf(tokenUrl, 'tokenUrl'))
