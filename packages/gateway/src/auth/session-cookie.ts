import type { SessionCookie } from '@roster/api'
import { parseCookie, stringifySetCookie } from 'cookie'
import { cookieName, isHttps } from './cookie-name.ts'

const NAME = 'roster_session'

/** Finds the session token among the cookies of a request; undefined where there is none. */
export function sessionCookieReader(baseUrl: string): (cookies: string | undefined) => string | undefined {
  const name = cookieName(NAME, baseUrl)
  return (cookies) => (cookies?.includes(name) && parseCookie(cookies)[name]) || undefined
}

/** `Set-Cookie` that gives a browser a session, or takes it away. No script can read the cookie, and other sites send it with links only. */
export function setSessionCookie(cookie: SessionCookie | null, baseUrl: string): string {
  const { value, expires_at } = cookie ?? { value: '', expires_at: 0 }
  const expires = new Date(expires_at)
  const attributes = { path: '/', httpOnly: true, secure: isHttps(baseUrl), sameSite: 'lax', expires } as const
  return stringifySetCookie({ name: cookieName(NAME, baseUrl), value, ...attributes })
}
