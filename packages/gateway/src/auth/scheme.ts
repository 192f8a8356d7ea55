import type { IncomingMessage } from 'node:http'

/** What follows an authentication scheme in `Authorization`; undefined where another one is used (RFC 9110, section 11.4). */
export function inScheme(scheme: string): (request: IncomingMessage) => string | undefined {
  const start = new RegExp(`^${scheme} +`, 'i')
  return ({ headers: { authorization } }) =>
    authorization !== undefined && start.test(authorization) ? authorization.replace(start, '') : undefined
}

/** A challenge or refusal for `WWW-Authenticate`. Its realm is put in when it is sent. */
export function challengeOf(scheme: string, parameters: Record<string, string> = {}): string {
  const all = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  return all.length === 0 ? scheme : `${scheme} ${all.join(', ')}`
}
