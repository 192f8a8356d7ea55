import type { IncomingMessage } from 'node:http'
import type { Site } from '../naming/site.ts'
import { asksForSocket, requireOwnOrigin, requireOwnPage } from './require-own-page.ts'
import { sessionCookieReader } from './session-cookie.ts'

/**
 * Makes the check for connections that stay open: throws `csrf` for a request with a session cookie that a page of another origin makes.
 * Browsers send the cookie along whoever opens a socket, and no read of the answer is needed for that to do harm.
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
