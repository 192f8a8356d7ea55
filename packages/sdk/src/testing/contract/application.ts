// Written from the contract by `npm run generate:sdk`.

import type { MockedApplication } from '../application.ts'
import { ERRORS } from './error-table.ts'
import { EVENTS } from './event-table.ts'
import { users } from './users.ts'
import { orders } from './orders.ts'
import { apiKeys } from './api-keys.ts'
import { oauthClients } from './oauth-clients.ts'
import { exports } from './exports.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { realtime } from './realtime.ts'
import { me } from './me.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'
import { events } from './events.ts'

/** The application that the contract describes. */
export const application: MockedApplication = {
  name: 'roster',
  title: 'Roster',
  product: 'Roster',
  secretPrefixes: { apiKey: 'rk_', oauthClient: 'rcs_', session: 'rs_', ticket: 'rt_' },
  basePath: '/v1',
  access: {
    scopes: {
      'read:users': '',
      'write:users': '',
      'delete:users': '',
      'read:orders': '',
      'write:orders': '',
      'read:events': '',
      'manage:keys': '',
      'manage:webhooks': '',
      'manage:clients': '',
      'read:metrics': '',
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
  },
  accounts: { of: 'users', members: {} },
  exported: {
    users: {
      of: 'users',
      columns: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
      filter: {
        role: { type: 'enum', values: ['admin', 'viewer'], optional: true },
        status: { type: 'enum', values: ['active', 'suspended', 'invited'], optional: true },
        search: {
          type: 'string',
          rule: 'words',
          min: 2,
          max: 100,
          fault: ['invalid', 'must not contain control or bidirectional formatting characters'],
          optional: true,
        },
      },
      name: 'users',
      scope: 'read:users',
    },
  },
  channels: { user: 'users', order: 'orders' },
  collections: {
    users: {
      noun: 'user',
      key: 'id',
      prefix: 'usr',
      members: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
      defaults: {},
      owner: 'id',
    },
    orders: {
      noun: 'order',
      key: 'id',
      prefix: 'ord',
      members: [
        'id',
        'user_id',
        'number',
        'status',
        'currency',
        'total_amount',
        'items',
        'version',
        'created_at',
        'updated_at',
      ],
      defaults: {},
      owner: 'user_id',
      parent: { of: 'users', id: 'user_id' },
    },
    apiKeys: {
      noun: 'API key',
      key: 'id',
      prefix: 'key',
      members: [
        'id',
        'name',
        'user_id',
        'prefix',
        'scopes',
        'role',
        'expires_at',
        'last_used_at',
        'created_by',
        'created_at',
      ],
      defaults: { user_id: null, expires_at: null, last_used_at: null, created_by: null },
    },
    oauthClients: {
      noun: 'OAuth client',
      key: 'client_id',
      prefix: 'cli',
      members: [
        'client_id',
        'name',
        'type',
        'grant_types',
        'redirect_uris',
        'scopes',
        'token_endpoint_auth_method',
        'tls_client_auth_subject_dn',
        'jwks',
        'created_by',
        'created_at',
        'updated_at',
      ],
      defaults: { tls_client_auth_subject_dn: null, jwks: null, created_by: null },
    },
    exports: {
      noun: 'export',
      key: 'id',
      prefix: 'exp',
      members: ['id', 'format', 'filter', 'status', 'progress', 'file', 'created_at', 'expires_at'],
      defaults: { file: null },
    },
    sessions: {
      noun: 'active session',
      key: 'id',
      prefix: 'ses',
      members: [
        'id',
        'type',
        'created_at',
        'last_used_at',
        'expires_at',
        'address',
        'user_agent',
        'client',
        'scopes',
        'current',
      ],
      defaults: { address: null, user_agent: null, client: null, scopes: null },
    },
    webhookEndpoints: {
      noun: 'webhook endpoint',
      key: 'id',
      prefix: 'whe',
      members: [
        'id',
        'url',
        'events',
        'description',
        'status',
        'disabled_reason',
        'created_by',
        'created_at',
        'updated_at',
      ],
      defaults: { description: null, disabled_reason: null, created_by: null },
    },
    deliveries: {
      noun: 'delivery',
      key: 'id',
      prefix: 'dlv',
      members: ['id', 'event_id', 'event', 'endpoint_id', 'status', 'attempts', 'next_attempt_at', 'created_at'],
      defaults: { next_attempt_at: null },
      parent: { of: 'webhookEndpoints', id: 'endpoint_id' },
    },
    events: {
      noun: 'event',
      key: 'id',
      prefix: 'evt',
      members: ['id', 'event', 'cursor', 'created_at', 'api_version', 'actor', 'data'],
      defaults: { actor: null },
    },
  },
  operations: [
    ...users,
    ...orders,
    ...apiKeys,
    ...oauthClients,
    ...exports,
    ...session,
    ...sessions,
    ...realtime,
    ...me,
    ...webhookEndpoints,
    ...events,
  ],
  events: EVENTS,
  errors: ERRORS,
  agents: async () => (await import('./agents.ts')).AGENTS,
}
