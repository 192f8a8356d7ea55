import { Access } from '@roster/core/contract'

/** Scopes and roles of the application: an admin may do everything, a viewer may only read its own record, orders and events. */
export const access = new Access({
  scopes: {
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
  },
  roles: {
    admin: { scopes: 'every', records: 'all' },
    viewer: { scopes: ['read:users', 'read:orders', 'read:events'], records: 'own' },
  },
  scopeFor: {
    keys: 'manage:keys',
    clients: 'manage:clients',
    webhooks: 'manage:webhooks',
    events: 'read:events',
    metrics: 'read:metrics',
  },
})

/** Scopes that a credential can have, with the words shown to people who grant them. */
export const { scopes } = access

/** A scope of Roster. */
export type Scope = keyof typeof scopes

export const SCOPES = access.scopeNames

/** Roles a user record or a key can have. */
export const ROLES = access.roles

/** A role that a user record or a key can have. */
export type Role = (typeof ROLES)[number]
