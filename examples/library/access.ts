import { Access } from '@roster/core/contract'

/** Scopes and roles: librarians may do everything; clerks and readers see only the records of their own branch. */
export const access = new Access({
  scopes: {
    'read:books': 'See the books and the shelves',
    'write:books': 'Add, change and withdraw books, and arrange the shelves',
    'lend:books': 'Lend books and take them back',
    'read:people': 'See who works and reads here',
    'write:people': 'Add and change people',
    'read:events': 'Follow what happens',
    'run:desk': 'Manage API keys, clients, webhooks and metrics',
  },
  roles: {
    librarian: { scopes: 'every', records: 'all' },
    clerk: { scopes: ['read:books', 'lend:books', 'read:people', 'read:events'], records: 'own' },
    reader: { scopes: ['read:books', 'read:events'], records: 'own' },
  },
  scopeFor: {
    keys: 'run:desk',
    clients: 'run:desk',
    webhooks: 'run:desk',
    events: 'read:events',
    metrics: 'run:desk',
  },
})
