import type { IncomingMessage } from 'node:http'
import { type Principal, Problem } from '@roster/core/contract'
import type { SchemeName } from '../openapi/security.ts'

/** One way to authenticate a request. Each mechanism has its own file in this folder. */
export interface Mechanism {
  /** Names of the mechanism's security schemes in the OpenAPI document. Default: the document does not list the mechanism. */
  readonly schemes?: readonly SchemeName[]
  /** Challenge for `WWW-Authenticate` (RFC 9110, section 11.6.1). Cookies have none, since they are no HTTP authentication. */
  readonly challenge?: string
  /** Challenge for `WWW-Authenticate` when the credential is bad. Default: `challenge`. */
  readonly rejection?: string
  /** Returns the mechanism's credential from a request, or undefined when the request has none. */
  find(request: IncomingMessage): string | undefined
  /** Returns the principal of a credential, or undefined when the credential is not valid. Throws a `Problem` when the refusal needs its own detail. */
  verify(credential: string, request: IncomingMessage): Promise<Principal | undefined>
}

/** Returns the principal of a request. Throws `unauthenticated` without a valid credential, and `bad-request` for two credentials. */
export type Authenticate = (request: IncomingMessage) => Promise<Principal>

/**
 * Returns a function that identifies the caller of a request by its credential. The returned function throws `unauthenticated` with challenges: those of all
 * mechanisms when there is no credential, that of the used mechanism when the credential is bad. It throws `bad-request` for two credentials.
 */
export function authenticator(mechanisms: readonly Mechanism[]): Authenticate {
  const challenges = challengesOf(mechanisms)
  return async (request) => {
    const { mechanism, credential } = credentialIn(request, mechanisms) ?? {}
    if (!mechanism)
      throw unauthenticated(
        'This operation needs a credential, and the request carries none that is known here.',
        challenges,
      )
    const principal = await mechanism.verify(credential!, request)
    if (principal) return principal
    const rejection = mechanism.rejection ?? mechanism.challenge
    throw unauthenticated('The credential is unknown, expired or revoked.', rejection ? [rejection] : challenges)
  }
}

interface Found {
  mechanism: Mechanism
  credential: string
}

/** Returns the credential of a request, with its mechanism, or undefined when there is none. Throws `bad-request` for two credentials. */
function credentialIn(request: IncomingMessage, mechanisms: readonly Mechanism[]): Found | undefined {
  let found: Found | undefined
  for (const mechanism of mechanisms) {
    const credential = mechanism.find(request)
    if (credential === undefined) continue
    if (found) throw twoCredentials()
    found = { mechanism, credential }
  }
  if (found && isRepeated(request)) throw twoCredentials()
  return found
}

/** Returns the challenges of all mechanisms, for the response to a request without a credential. */
export const challengesOf = (mechanisms: readonly Mechanism[]): string[] =>
  mechanisms.flatMap(({ challenge }) => challenge ?? [])

export function twoCredentials(): Problem {
  return new Problem('bad-request', 'The request carries two credentials. Send one.')
}

/** Returns `unauthenticated` with the challenges of the credentials that the client can use (RFC 9110, section 15.5.2). */
export function unauthenticated(detail: string, challenges: readonly string[]): Problem {
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': [...new Set(challenges)] } })
}

/**
 * Whether a request has two lines with credentials. Reads the raw headers, because Node joins or drops repeated ones. An empty `Authorization` or
 * `X-API-Key` beside the other one does not count.
 */
function isRepeated({ rawHeaders, headers: { authorization, 'x-api-key': key } }: IncomingMessage): boolean {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (CREDENTIAL_HEADER.test(rawHeaders[index]!)) lines++
  const isOneEmpty = authorization !== undefined && key !== undefined && (authorization === '' || key === '')
  return lines > (isOneEmpty ? 2 : 1)
}

const CREDENTIAL_HEADER = /^(?:authorization|x-api-key)$/i
