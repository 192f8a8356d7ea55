/** The headers that say which page a request comes from. */
export interface OriginHeaders {
  origin?: string | undefined
  'sec-fetch-site'?: string | undefined
}

/**
 * Returns the refusal of a request that does not come from a page of this service, or undefined for one that does. Decides by `Origin`, or without it
 * by `Sec-Fetch-Site` (Fetch; W3C Fetch Metadata). A `Sec-Fetch-Site` other than `same-origin` is refused whatever `Origin` says. `ownOrigin` has no
 * path.
 */
export function foreignPage(headers: OriginHeaders, ownOrigin: string): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined ? site === 'same-origin' : origin === ownOrigin
  return !isOwn || (site !== undefined && site !== 'same-origin') ? refusal(ownOrigin) : undefined
}

/** Like `foreignPage`, for WebSockets: also refuses a handshake without `Origin`, which browsers always send (RFC 6455, section 10.2). */
export function foreignSocket(headers: OriginHeaders, ownOrigin: string): string | undefined {
  return headers.origin === undefined ? refusal(ownOrigin) : foreignPage(headers, ownOrigin)
}

/**
 * Returns the refusal of a sign-in from a page of another origin, which would make a user act as another person unknowingly. Returns undefined for
 * pages of this service, and for programs, which send neither header.
 */
export function foreignSignIn(headers: OriginHeaders, ownOrigin: string): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign = (origin ?? site) !== undefined && foreignPage(headers, ownOrigin) !== undefined
  return isForeign ? `A session is given to pages of ${ownOrigin} only.` : undefined
}

const refusal = (ownOrigin: string) => `The session cookie is taken from pages of ${ownOrigin} only.`
