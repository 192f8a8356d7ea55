import { Problem } from '@roster/core/contract'

/** The headers that say which page a request comes from. */
interface OriginHeaders {
  origin?: string | undefined
  'sec-fetch-site'?: string | undefined
}

/**
 * Throws `csrf` unless the request comes from a page of this service, as `Origin` says, or without it `Sec-Fetch-Site` (Fetch; W3C Fetch
 * Metadata). What a browser calls cross-site is refused whatever `Origin` says. For changes and `/events`. `ownOrigin` has no path.
 */
export function requireOwnPage(headers: OriginHeaders, ownOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined ? site === 'same-origin' : origin === ownOrigin
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw foreign(ownOrigin)
}

/** The same for WebSockets, whose handshake always names its `Origin` (RFC 6455, section 10.2). */
export function requireOwnOrigin(headers: OriginHeaders, ownOrigin: string): void {
  if (headers.origin === undefined) throw foreign(ownOrigin)
  requireOwnPage(headers, ownOrigin)
}

function foreign(ownOrigin: string): Problem {
  return new Problem('csrf', `The session cookie is taken from pages of ${ownOrigin} only.`)
}
