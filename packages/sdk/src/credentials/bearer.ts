import { RosterError } from '../core/errors.ts'

const VISIBLE = /^[\x21-\x7e]+$/

/**
 * Returns the secret if a header can carry it: visible ASCII, not empty. Throws a `RosterError` otherwise, which names the secret by `what` and never quotes
 * it.
 */
export function sendable(secret: unknown, what: string): string {
  if (typeof secret !== 'string' || secret === '')
    throw new RosterError(`${what} is no text, or empty. Is the environment variable that it comes from set?`)
  if (!VISIBLE.test(secret))
    throw new RosterError(`${what} holds white space or other characters that no credential has. Trim it.`)
  return secret
}

/** Returns the `Authorization` value for an access token (RFC 6750, section 2.1). */
export const bearer = (token: unknown, what: string) => `Bearer ${sendable(token, what)}`
