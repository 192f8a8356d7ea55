import { MAX_TARGET } from '../http/request-line.ts'
import type { ClientQuota } from './client-quota.ts'

/** A path of the authorization server. */
export interface OAuthRoute {
  method: 'GET' | 'POST'
  url: string
  /** What the library takes for the mount, where it knows the rest of the path only. */
  mount?: string
  /** `page`: people see it. `data`: programs read it. */
  kind: 'page' | 'data'
  /** The quota of its client that a request counts against. Default: that of nobody known, by address. */
  quota?: ClientQuota
  /** Largest body, in bytes. Default: that of any form. */
  bodyLimit?: number
  /** Changes the query before the library reads it. */
  editQuery?: (query: URLSearchParams) => void
}

/** Where a request goes, and how the library knows it. The query as it came is for what we answer ourselves. */
export function targetOf(url: string, { mount = '', editQuery }: OAuthRoute) {
  const { pathname, search, searchParams: query } = new URL(url, 'http://localhost')
  if (!editQuery) return { mount, path: pathname.slice(mount.length), search, query }
  const edited = new URLSearchParams(query)
  editQuery(edited)
  return { mount, path: pathname.slice(mount.length), search: edited.size > 0 ? `?${edited.toString()}` : '', query }
}

/**
 * Its only way to answer such a request would be a page with a script, which also goes for errors: another unknown mode makes it
 * redirect with an error.
 */
function withoutScriptedModes(query: URLSearchParams): void {
  if (query.get('response_mode') === 'form_post') query.set('response_mode', 'unsupported')
}

/** Anybody has these kept. What a request is kept for by `/authorize` is no larger. */
const KEPT = { method: 'POST', kind: 'data', bodyLimit: MAX_TARGET } as const

/** Paths that we answer ourselves. */
const OWN = ['/interaction/:uid', '/userinfo']

/** All that the library serves. */
export const OAUTH_ROUTES: readonly OAuthRoute[] = [
  { method: 'GET', url: '/.well-known/openid-configuration', kind: 'data' },
  { method: 'GET', url: '/.well-known/oauth-authorization-server', kind: 'data' },
  { method: 'GET', url: '/.well-known/jwks.json', kind: 'data' },
  { method: 'POST', url: '/oauth/token', mount: '/oauth', kind: 'data', quota: 'token' },
  { method: 'POST', url: '/token', kind: 'data', quota: 'token' },
  { ...KEPT, url: '/oauth/par' },
  { method: 'POST', url: '/oauth/revoke', kind: 'data', quota: 'read' },
  { method: 'POST', url: '/oauth/introspect', kind: 'data', quota: 'read' },
  { ...KEPT, url: '/device' },
  { method: 'GET', url: '/authorize', kind: 'page', editQuery: withoutScriptedModes },
  { method: 'GET', url: '/authorize/:uid', kind: 'page' },
  // The code in the query is put into the form, rather than sent by a script at once (RFC 8628, section 3.3.1).
  { method: 'GET', url: '/device/verify', kind: 'page', editQuery: (query) => query.delete('user_code') },
  { method: 'POST', url: '/device/verify', kind: 'page' },
  { method: 'GET', url: '/device/verify/:uid', kind: 'page' },
  // Signing out ends on our own page, wherever the client would like it to.
  { method: 'GET', url: '/logout', kind: 'page', editQuery: (query) => query.delete('post_logout_redirect_uri') },
  { method: 'POST', url: '/logout/confirm', kind: 'page' },
  { method: 'GET', url: '/logout/success', kind: 'page' },
]

const PATHS = new RegExp(
  `^(?:${[...OAUTH_ROUTES.map(({ url }) => url), ...OWN].join('|').replaceAll(/:\w+/g, '[^/]+')})$`,
)

/** Whether a path is one of the authorization server, whose errors have the form of OAuth, whatever the method is. */
export const isOAuthPath = (path: string): boolean => PATHS.test(path)
