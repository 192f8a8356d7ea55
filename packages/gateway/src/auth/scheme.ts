import type { IncomingMessage } from 'node:http'

/** Returns a function that reads the credentials after this scheme in `Authorization`, or undefined for another scheme (RFC 9110, section 11.4). */
export function inScheme(scheme: string): (request: IncomingMessage) => string | undefined {
  const start = new RegExp(`^${scheme} +`, 'i')
  return ({ headers: { authorization } }) =>
    authorization !== undefined && start.test(authorization) ? authorization.replace(start, '') : undefined
}

/** Returns a challenge for `WWW-Authenticate`. The realm is added when the response is sent. */
export function challengeOf(scheme: string, parameters: Record<string, string> = {}): string {
  const all = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  return all.length === 0 ? scheme : `${scheme} ${all.join(', ')}`
}
