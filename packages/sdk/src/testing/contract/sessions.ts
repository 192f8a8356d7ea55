// Written from the contract by `npm run generate:sdk`.

import type { Operation } from '../operation.ts'

/** Operations of `sessions`. */
export const sessions: readonly Operation[] = [
  {
    name: 'sessions.list',
    method: 'GET',
    path: '/v1/sessions',
    scope: 'any',
    status: 200,
    cacheControl: 'private, no-cache',
    answers: true,
    isPaged: true,
    isRead: true,
    isRepresentation: true,
    effect: { kind: 'list', of: 'sessions' },
    parameters: {
      limit: { type: 'integer', min: 1, max: 100, default: 20 },
      page: { type: 'integer', min: 1, max: 1000, optional: true },
      cursor: { type: 'string', max: 2000, optional: true },
      sort: { type: 'enum', values: ['created_at', 'id'], default: 'created_at' },
      order: { type: 'enum', values: ['asc', 'desc'], default: 'desc' },
      fields: {
        type: 'string',
        max: 1000,
        rule: 'names',
        names: [
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
        fault: ['unknown-member', 'does not know the member "?"'],
        optional: true,
      },
    },
  },
  {
    name: 'sessions.end',
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    scope: 'any',
    status: 204,
    cacheControl: 'private, no-cache',
    power: ['session before'],
    effect: { kind: 'delete', of: 'sessions', id: 'session_id', gone: true },
    parameters: { session_id: { type: 'string', max: 64 } },
  },
]
