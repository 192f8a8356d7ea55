import { RosterError } from '../core/errors.ts'
import type { CredentialOptions } from '../core/options.ts'
import { bearer, sendable } from './bearer.ts'
import { type Credential, fixed } from './credential.ts'
import { clientCredentials, refreshToken, type RequestToken } from './grants.ts'
import { tokenFunction } from './token-function.ts'

type Kind = keyof CredentialOptions

const makers: { [K in Kind]-?: (given: NonNullable<CredentialOptions[K]>, requestToken: RequestToken) => Credential } =
  {
    apiKey: (key) => fixed('x-api-key', sendable(key, '`apiKey`')),
    accessToken: (token) =>
      typeof token === 'function' ? tokenFunction(token) : fixed('authorization', bearer(token, '`accessToken`')),
    clientCredentials,
    refreshToken,
  }

const KINDS = Object.keys(makers) as Kind[]

/** Returns the credential that the options name. Throws a `RosterError` if they name none or more than one. */
export function credentialOf(options: CredentialOptions, requestToken: RequestToken): Credential {
  const given = KINDS.filter((kind) => options[kind] !== undefined && options[kind] !== null)
  const [kind] = given
  if (kind === undefined) throw new RosterError(missing(options))
  if (given.length > 1) throw new RosterError(tooMany(given))
  return makers[kind](options[kind] as never, requestToken)
}

function missing(options: CredentialOptions): string {
  const empty = KINDS.find((kind) => kind in options)
  const hint = empty
    ? ` \`${empty}\` is ${JSON.stringify(options[empty])}: is the environment variable it comes from set?`
    : ''
  return `There is no credential. Pass one of ${KINDS.join(', ')} to the client.${hint}`
}

const tooMany = (given: readonly string[]) =>
  `There is more than one credential: ${given.join(' and ')}. Pass one of them to the client.`
