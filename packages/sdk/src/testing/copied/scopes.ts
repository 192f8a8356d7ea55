// Written from the contract by `npm run generate:sdk`.

/** What a credential can be allowed to do, with the words shown to people who grant it. */
export const scopes = {
  'read:users': 'Read user records and exports of them',
  'write:users': 'Create and change user records',
  'delete:users': 'Delete user records',
  'read:orders': 'Read orders',
  'write:orders': 'Create orders and change their status',
  'read:events': 'Read the event log and its streams',
  'manage:keys': 'Create, rotate and revoke API keys',
  'manage:webhooks': 'Manage webhook endpoints and their deliveries',
  'manage:clients': 'Manage OAuth clients',
  'read:metrics': 'Read metrics',
} as const

export type Scope = keyof typeof scopes

export const SCOPES = Object.keys(scopes) as [Scope, ...Scope[]]

/** What an OAuth client may learn of the person who signs in (OpenID Connect Core, sections 5.4 and 11). It stands beside the scopes above. */
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
export type OpenIdScope = (typeof OPENID_SCOPES)[number]

/** Roles a user record or a key can have. A `service` is an OAuth client that acts as no user. */
export const ROLES = ['admin', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const VIEWER_SCOPES: ReadonlySet<Scope> = new Set(['read:users', 'read:orders', 'read:events'])

/** Every scope that a role may hold. */
export function scopesOf(role: Role): Scope[] {
  return SCOPES.filter((scope) => roleMayHold(role, scope))
}

/** Whether a role may hold a scope: an admin every one, a viewer only those that read records. */
export function roleMayHold(role: Role | 'service', scope: Scope): boolean {
  return role !== 'viewer' || VIEWER_SCOPES.has(scope)
}
