import { MAX_TARGET } from '../http/request-line.ts'
import type { ClientQuota } from './client-quota.ts'

/** A path of the authorization server. */
export interface OAuthRoute {
  method: 'GET' | 'POST'
  url: string
  /** Path prefix at which the library is mounted, when it knows only the rest of the path. */
  mount?: string
  /** `page`: users see the response. `data`: programs read it. */
  kind: 'page' | 'data'
  /** Client quota that a request counts against. Default: the anonymous quota of the address. */
  quota?: ClientQuota
  /** Maximum size of the body, in bytes. Default: the limit of forms. */
  bodyLimit?: number
  /** Changes the query before the library reads it. */
  editQuery?: (query: URLSearchParams) => void
}

/** Returns the target of a request as the library sees it, and the unedited query, for use by this service. */
export function targetOf(url: string, { mount = '', editQuery }: OAuthRoute) {
  const { pathname, search, searchParams: query } = new URL(url, 'http://localhost')
  if (!editQuery) return { mount, path: pathname.slice(mount.length), search, query }
  const edited = new URLSearchParams(query)
  editQuery(edited)
  return { mount, path: pathname.slice(mount.length), search: edited.size > 0 ? `?${edited.toString()}` : '', query }
}

/**
 * Replaces `response_mode=form_post`: the library can answer such a request, also with errors, only by a page with a script. For an unknown mode it
 * redirects with an error.
 */
function withoutScriptedModes(query: URLSearchParams): void {
  if (query.get('response_mode') === 'form_post') query.set('response_mode', 'unsupported')
}

/** Options of routes that store requests of any caller. A request stored by `/authorize` is no larger than this limit. */
const KEPT = { method: 'POST', kind: 'data', bodyLimit: MAX_TARGET } as const

/** Paths that this service answers without the library. */
const OWN = ['/interaction/:uid', '/userinfo']

/** All routes of the library. */
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
  // The user code in the query is put into the form; no script sends it at once (RFC 8628, section 3.3.1).
  { method: 'GET', url: '/device/verify', kind: 'page', editQuery: (query) => query.delete('user_code') },
  { method: 'POST', url: '/device/verify', kind: 'page' },
  { method: 'GET', url: '/device/verify/:uid', kind: 'page' },
  // A sign-out ends on a page of this service; the client's redirect URI is ignored.
  { method: 'GET', url: '/logout', kind: 'page', editQuery: (query) => query.delete('post_logout_redirect_uri') },
  { method: 'POST', url: '/logout/confirm', kind: 'page' },
  { method: 'GET', url: '/logout/success', kind: 'page' },
]

const PATHS = new RegExp(
  `^(?:${[...OAUTH_ROUTES.map(({ url }) => url), ...OWN].join('|').replaceAll(/:\w+/g, '[^/]+')})$`,
)

/** Whether a path belongs to the authorization server, where errors have the form of OAuth for any method. */
export const isOAuthPath = (path: string): boolean => PATHS.test(path)
