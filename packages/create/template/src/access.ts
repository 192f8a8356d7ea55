import { Access } from '@roster/core/contract'

/** Scopes and roles: an administrator has every scope, a member those for records. */
export const access = new Access({
  scopes: {
    'read:records': 'Read records, their events and exports of them',
    'write:records': 'Create, change and delete records',
    'manage:members': 'Add, change and remove members',
    'manage:keys': 'Create, rotate and revoke API keys',
    'manage:clients': 'Manage OAuth clients',
    'manage:webhooks': 'Manage webhook endpoints and their deliveries',
    'read:metrics': 'Read metrics',
  },
  roles: {
    administrator: { scopes: 'every', records: 'all' },
    member: { scopes: ['read:records', 'write:records'], records: 'all' },
  },
  scopeFor: {
    keys: 'manage:keys',
    clients: 'manage:clients',
    webhooks: 'manage:webhooks',
    events: 'read:records',
    metrics: 'read:metrics',
  },
})
