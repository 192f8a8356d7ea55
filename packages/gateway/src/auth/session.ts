import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Principal, Problem } from '@roster/core/contract'
import { csrfTokenOf } from '@roster/core/server'
import type { Site } from '../naming/site.ts'
import type { Mechanism } from './credentials.ts'
import { asksForSocket, requireOwnOrigin, requireOwnPage } from './require-own-page.ts'
import { sessionCookieReader } from './session-cookie.ts'

export type FindSession = (token: string) => Promise<Principal | undefined>

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns the mechanism for a session in a cookie. Browsers also send cookies with requests of other sites, so a change must come from a page of this
 * service, with the session's `csrf_token` in `X-CSRF-Token`. A WebSocket, which can carry changes, must come from a page of this service.
 */
export function sessionInCookie(find: FindSession, site: Site): Mechanism {
  const tokenIn = sessionCookieReader(site)
  const { origin } = new URL(site.baseUrl)
  return {
    schemes: ['session'],
    find: ({ headers }) => tokenIn(headers.cookie),
    async verify(token, request) {
      if (asksForSocket(request.headers)) requireOwnOrigin(request.headers, origin)
      const principal = await find(token)
      if (principal && !SAFE.has(request.method!)) requireIntent(request, token, origin)
      return principal
    },
  }
}

function requireIntent({ headers }: IncomingMessage, token: string, ownOrigin: string): void {
  requireOwnPage(headers, ownOrigin)
  if (isSame(String(headers['x-csrf-token'] ?? ''), csrfTokenOf(token))) return
  throw new Problem(
    'csrf',
    'A change with the session cookie needs the csrf_token of the session in the header X-CSRF-Token.',
  )
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
