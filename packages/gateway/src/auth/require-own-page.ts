import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@roster/core/contract'
import type { Site } from '../naming/site.ts'
import { foreignPage, foreignSignIn, foreignSocket, type OriginHeaders } from './own-origin.ts'

/** Throws `csrf` unless the request comes from a page of this service. For changes and `/events`. `ownOrigin` has no path. */
export function requireOwnPage(headers: OriginHeaders, ownOrigin: string): void {
  refuse(foreignPage(headers, ownOrigin))
}

/** Throws `csrf` unless a WebSocket handshake comes from a page of this service. `ownOrigin` has no path. */
export function requireOwnOrigin(headers: OriginHeaders, ownOrigin: string): void {
  refuse(foreignSocket(headers, ownOrigin))
}

/** Throws `csrf` for a sign-in from a page of another origin. */
export function requireOwnSignIn(headers: OriginHeaders, { baseUrl }: Pick<Site, 'baseUrl'>): void {
  refuse(foreignSignIn(headers, new URL(baseUrl).origin))
}

/**
 * Whether a request is the handshake of a WebSocket (RFC 6455, section 4.1). The service ignores other upgrades, which are only offers (RFC 9110,
 * section 7.8).
 */
export const asksForSocket = ({ upgrade }: IncomingHttpHeaders) => upgrade?.toLowerCase() === 'websocket'

function refuse(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Problem('csrf', refusal)
}
