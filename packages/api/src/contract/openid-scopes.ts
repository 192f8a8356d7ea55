/** What an OAuth client may learn of the person who signs in (OpenID Connect Core, sections 5.4 and 11). It stands beside the scopes of an application. */
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
export type OpenIdScope = (typeof OPENID_SCOPES)[number]
