import { RosterError } from '../core/errors.ts'

const VISIBLE = /^[\x21-\x7e]+$/

/** A secret that can stand in a header. `what` names it in the error, which never quotes it. */
export function sendable(secret: unknown, what: string): string {
  if (typeof secret !== 'string' || secret === '')
    throw new RosterError(`${what} is no text, or empty. Is the environment variable that it comes from set?`)
  if (!VISIBLE.test(secret))
    throw new RosterError(`${what} holds white space or other characters that no credential has. Trim it.`)
  return secret
}

/** The `Authorization` header that carries an access token (RFC 6750, section 2.1). */
export const bearer = (token: unknown, what: string) => `Bearer ${sendable(token, what)}`
