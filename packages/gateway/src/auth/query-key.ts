import type { IncomingMessage } from 'node:http'
import { fault, invalid } from '@roster/core'
import type { FindApiKey } from './api-key.ts'
import { type Mechanism, twoCredentials } from './credentials.ts'
import { KEY_PARAMETER, keysIn } from './keys-in-query.ts'
import { challengeOf } from './scheme.ts'

/**
 * Returns the mechanism for an API key in `?api_key=`. Where `isOn` is false, the parameter is refused with `invalid-parameters`. URLs are logged and
 * shared by all who see them (RFC 6750, section 5.3), so this is for tools that can do nothing else.
 */
export function apiKeyInQuery(find: FindApiKey, isOn: boolean): Mechanism {
  return {
    challenge: challengeOf('ApiKey'),
    find(request) {
      const keys = queryKeysOf(request)
      if (keys.length > 1) throw twoCredentials()
      return keys[0]
    },
    verify(credential) {
      if (!isOn) throw notTaken('send the API key in X-API-Key')
      return find(credential)
    },
  }
}

/** Throws `invalid-parameters` for an API key in the query of a request that needs no credential. */
export function refuseQueryKey(request: IncomingMessage): void {
  if (queryKeysOf(request).length > 0) throw notTaken('no API key is needed')
}

const notTaken = (instead: string) =>
  invalid('parameters', [fault('parameters', [KEY_PARAMETER], 'unknown-parameter', `is not taken here: ${instead}`)])

/** Returns the request target as received, before `withoutKey`. */
const targetOf = (request: IncomingMessage & { originalUrl?: string }) => request.originalUrl ?? request.url ?? ''

/** Returns the API keys in the query of a request, whether or not the service accepts them there. */
export const queryKeysOf = (request: IncomingMessage) => keysIn(targetOf(request))
