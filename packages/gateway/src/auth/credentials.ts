import type { IncomingMessage } from 'node:http'
import { type Principal, Problem } from '@roster/core/contract'
import type { SchemeName } from '../openapi/security.ts'

/** One way to prove who calls. A mechanism is a file of its own in this folder. */
export interface Mechanism {
  /** What the OpenAPI document calls it. Default: it is not in the document. */
  readonly schemes?: readonly SchemeName[]
  /** What `WWW-Authenticate` says of it (RFC 9110, section 11.6.1); nothing of cookies, which are no HTTP authentication. */
  readonly challenge?: string
  /** What `WWW-Authenticate` says when its credential is bad. Default: the challenge. */
  readonly rejection?: string
  /** The credential of this mechanism in a request; undefined where there is none. */
  find(request: IncomingMessage): string | undefined
  /** Whom the credential proves; undefined when it is not valid. Throws a `Problem` where there is more to say. */
  verify(credential: string, request: IncomingMessage): Promise<Principal | undefined>
}

/** Finds who makes a request. Throws `unauthenticated` or `bad-request` where no single credential of it is good. */
export type Authenticate = (request: IncomingMessage) => Promise<Principal>

/**
 * Who makes a request, by the one credential it carries. Throws `unauthenticated` with the challenges that apply: of every
 * mechanism when there is no credential, of the one that was used when it is bad; and `bad-request` when there are two.
 */
export function authenticator(mechanisms: readonly Mechanism[]): Authenticate {
  const challenges = challengesOf(mechanisms)
  return async (request) => {
    const used = mechanisms.filter((mechanism) => mechanism.find(request) !== undefined)
    const [only] = used
    if (!only)
      throw unauthenticated(
        'This operation needs a credential, and the request carries none that is known here.',
        challenges,
      )
    if (used.length > 1 || isRepeated(request)) throw twoCredentials()
    const principal = await only.verify(only.find(request)!, request)
    if (principal) return principal
    const rejection = only.rejection ?? only.challenge
    throw unauthenticated('The credential is unknown, expired or revoked.', rejection ? [rejection] : challenges)
  }
}

/** What `WWW-Authenticate` says to who has no credential. */
export const challengesOf = (mechanisms: readonly Mechanism[]): string[] =>
  mechanisms.flatMap(({ challenge }) => challenge ?? [])

export function twoCredentials(): Problem {
  return new Problem('bad-request', 'The request carries two credentials. Send one.')
}

/** A refusal with the challenges of the credentials that would do (RFC 9110, section 15.5.2). */
export function unauthenticated(detail: string, challenges: readonly string[]): Problem {
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': [...new Set(challenges)] } })
}

/** Node joins or drops doubled headers; two lines of credentials are two credentials. An empty header beside the other is none. */
function isRepeated({ rawHeaders, headers: { authorization, 'x-api-key': key } }: IncomingMessage): boolean {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (CREDENTIAL_HEADER.test(rawHeaders[index]!)) lines++
  const isOneEmpty = authorization !== undefined && key !== undefined && (authorization === '' || key === '')
  return lines > (isOneEmpty ? 2 : 1)
}

const CREDENTIAL_HEADER = /^(?:authorization|x-api-key)$/i
