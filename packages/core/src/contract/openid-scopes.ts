/**
 * Scopes of OpenID Connect, beside those of an application: what an OAuth client may learn of the user who signs in (OpenID Connect Core, sections 5.4 and 11).
 * `summary` is for developers, `consent` for users who grant the scope.
 */
const openIdScopes = {
  openid: { summary: 'Sign in', consent: 'Know who you are' },
  profile: { summary: 'See the name', consent: 'See your name' },
  email: { summary: 'See the e-mail address', consent: 'See your e-mail address' },
  offline_access: { summary: 'Stay signed in', consent: 'Stay connected while you are away' },
} as const

export type OpenIdScope = keyof typeof openIdScopes

/** The scopes of OpenID Connect that a client may ask for. */
export const OPENID_SCOPES = Object.keys(openIdScopes) as readonly OpenIdScope[]

/** Whether a text is a scope of OpenID Connect. */
export const isOpenIdScope = (text: string): text is OpenIdScope => Object.hasOwn(openIdScopes, text)

/** Returns the text of each scope: the summary for developers, or the consent for users. */
export const openIdWords = (shown: 'summary' | 'consent'): Record<string, string> =>
  Object.fromEntries(OPENID_SCOPES.map((scope) => [scope, openIdScopes[scope][shown]]))
