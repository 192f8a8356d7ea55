import type { SessionCookie } from '@roster/api'
import { parseCookie, stringifySetCookie } from 'cookie'

const NAME = 'roster_session'

const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/** Over https the prefix keeps other hosts and paths from setting the cookie (RFC 6265bis, section 4.1.3.2). */
const nameAt = (baseUrl: string) => (isHttps(baseUrl) ? `__Host-${NAME}` : NAME)

/** Finds the session token among the cookies of a request; undefined where there is none. */
export function sessionCookieReader(baseUrl: string): (cookies: string | undefined) => string | undefined {
  const name = nameAt(baseUrl)
  return (cookies) => (cookies?.includes(name) && parseCookie(cookies)[name]) || undefined
}

/** `Set-Cookie` that gives a browser a session, or takes it away. No script can read the cookie, and other sites send it with links only. */
export function setSessionCookie(cookie: SessionCookie | null, baseUrl: string): string {
  const { value, expires_at } = cookie ?? { value: '', expires_at: 0 }
  const expires = new Date(expires_at)
  const attributes = { path: '/', httpOnly: true, secure: isHttps(baseUrl), sameSite: 'lax', expires } as const
  return stringifySetCookie({ name: nameAt(baseUrl), value, ...attributes })
}
