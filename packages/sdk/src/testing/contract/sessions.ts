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
    answer: {
      data: [
        {
          id: 'ses_01KAJQ7W5M8XV2R4T6Y9B3D501',
          type: 'grant',
          created_at: '2026-11-21T09:30:00.000Z',
          last_used_at: '2026-11-21T11:02:00.000Z',
          expires_at: '2026-12-21T11:02:00.000Z',
          address: '203.0.113.7',
          user_agent: 'Dashboard/2.1 (Linux)',
          client: { client_id: 'cli_01KAJQ7W5M8XV2R4T6Y9B3D501', name: 'Dashboard' },
          scopes: ['openid', 'read:users'],
          current: false,
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
  {
    name: 'sessions.end',
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    scope: 'any',
    status: 204,
    cacheControl: 'private, no-cache',
    parameters: { session_id: { type: 'string', max: 64 } },
  },
]
