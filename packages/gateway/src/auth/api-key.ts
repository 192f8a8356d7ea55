import type { Principal } from '@roster/core/contract'
import type { Mechanism } from './credentials.ts'
import { challengeOf, inScheme } from './scheme.ts'

export type FindApiKey = (secret: string) => Promise<Principal | undefined>

const challenge = challengeOf('ApiKey')

/** Returns the mechanism for an API key in `X-API-Key` (specification: Authentication). */
export function apiKeyInHeader(find: FindApiKey): Mechanism {
  return {
    schemes: ['apiKey'],
    challenge,
    find: ({ headers }) => (headers['x-api-key'] as string | undefined) || undefined,
    verify: find,
  }
}

/** Returns the mechanism for an API key as the user name of HTTP Basic, with an empty password (RFC 7617). */
export function apiKeyInBasic(find: FindApiKey): Mechanism {
  return {
    schemes: ['basic'],
    challenge,
    find: inScheme('Basic'),
    async verify(credential) {
      const [user = '', ...password] = Buffer.from(credential, 'base64').toString().split(':')
      return password.join(':') === '' ? find(user) : undefined
    },
  }
}
