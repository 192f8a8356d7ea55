import type { IncomingMessage } from 'node:http'
import type { Site } from '../naming/site.ts'
import { asksForSocket, requireOwnOrigin, requireOwnPage } from './require-own-page.ts'
import { sessionCookieReader } from './session-cookie.ts'

/**
 * Returns the check for connections that stay open. The check throws `csrf` for a request with a session cookie from a page of another origin.
 * Browsers send the cookie whichever page opens a socket, and the page can do harm without reading the response.
 */
export function ownPagesOnly(site: Site): (request: IncomingMessage) => void {
  const tokenIn = sessionCookieReader(site)
  const { origin } = new URL(site.baseUrl)
  return ({ headers }) => {
    if (tokenIn(headers.cookie) === undefined) return
    if (asksForSocket(headers)) requireOwnOrigin(headers, origin)
    else requireOwnPage(headers, origin)
  }
}
