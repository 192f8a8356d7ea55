/** The headers that say which page a request comes from. */
export interface OriginHeaders {
  origin?: string | undefined
  'sec-fetch-site'?: string | undefined
}

/**
 * What is said to a request that does not come from a page of this service, as `Origin` says, or without it `Sec-Fetch-Site` (Fetch; W3C Fetch
 * Metadata). What a browser calls cross-site is refused whatever `Origin` says. Undefined for one that does. `ownOrigin` has no path.
 */
export function foreignPage(headers: OriginHeaders, ownOrigin: string): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined ? site === 'same-origin' : origin === ownOrigin
  return !isOwn || (site !== undefined && site !== 'same-origin') ? refusal(ownOrigin) : undefined
}

/** The same for WebSockets, whose handshake always names its `Origin` (RFC 6455, section 10.2). */
export function foreignSocket(headers: OriginHeaders, ownOrigin: string): string | undefined {
  return headers.origin === undefined ? refusal(ownOrigin) : foreignPage(headers, ownOrigin)
}

/**
 * What is said to a browser that signs in from a page of another origin, which would have somebody act as another person without knowing. Undefined for
 * pages of this service, and for programs, which name no page.
 */
export function foreignSignIn(headers: OriginHeaders, ownOrigin: string): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign = (origin ?? site) !== undefined && foreignPage(headers, ownOrigin) !== undefined
  return isForeign ? `A session is given to pages of ${ownOrigin} only.` : undefined
}

const refusal = (ownOrigin: string) => `The session cookie is taken from pages of ${ownOrigin} only.`
