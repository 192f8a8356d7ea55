import type { SessionCookie } from '@roster/core/contract'
import { parseCookie, stringifySetCookie } from 'cookie'
import { cookieName, isHttps } from '../naming/cookie-name.ts'
import type { Site } from '../naming/site.ts'

const NAME = 'session'

/** Returns a function that finds the session token in a `Cookie` header, or returns undefined when there is none. */
export function sessionCookieReader(site: Site): (cookies: string | undefined) => string | undefined {
  const name = cookieName(NAME, site)
  return (cookies) => (cookies?.includes(name) && parseCookie(cookies)[name]) || undefined
}

/**
 * Returns the `Set-Cookie` header that gives a browser a session, or deletes it for null. Scripts cannot read the cookie; other sites send it with
 * links only.
 */
export function setSessionCookie(cookie: SessionCookie | null, site: Site): string {
  const { value, expires_at } = cookie ?? { value: '', expires_at: 0 }
  const expires = new Date(expires_at)
  const attributes = { path: '/', httpOnly: true, secure: isHttps(site.baseUrl), sameSite: 'lax', expires } as const
  return stringifySetCookie({ name: cookieName(NAME, site), value, ...attributes })
}
