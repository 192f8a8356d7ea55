// Written from the contract by `npm run generate:sdk`.

import type { Operation } from '../operation.ts'

/** Operations of `events`. */
export const events: readonly Operation[] = [
  {
    name: 'events.list',
    method: 'GET',
    path: '/v1/events',
    scope: 'read:events',
    status: 200,
    cacheControl: 'private, no-cache',
    record: 'EventPage',
    parameters: {
      after: {
        type: 'string',
        rule: 'pattern',
        fault: ['invalid-cursor', 'must be the cursor of an event, such as 1:42'],
        pattern: '^(?:[0-9a-z]{1,16}:(?:0|[1-9][0-9]{0,14}))?$',
        optional: true,
      },
      type: {
        type: 'string',
        max: 1000,
        rule: 'names',
        names: [
          'user.created',
          'user.updated',
          'user.suspended',
          'user.deleted',
          'order.created',
          'order.updated',
          'order.cancelled',
          'api_key.created',
          'api_key.rotated',
          'api_key.revoked',
          'export.succeeded',
          'export.failed',
          'webhook.test',
        ],
        fault: ['unknown-event', 'does not know the event "?"'],
        optional: true,
      },
      types: {
        type: 'string',
        max: 1000,
        rule: 'names',
        names: [
          'user.created',
          'user.updated',
          'user.suspended',
          'user.deleted',
          'order.created',
          'order.updated',
          'order.cancelled',
          'api_key.created',
          'api_key.rotated',
          'api_key.revoked',
          'export.succeeded',
          'export.failed',
          'webhook.test',
        ],
        fault: ['unknown-event', 'does not know the event "?"'],
        optional: true,
      },
      limit: { type: 'integer', min: 1, max: 100, default: 20 },
    },
    answer: {
      data: [
        {
          id: 'evt_01KAJQ7W5M8XV2R4T6Y9B3D501',
          event: 'user.created',
          cursor: '1:42',
          created_at: '2026-11-21T09:30:00.000Z',
          api_version: '1',
          actor: { type: 'user', id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D502' },
          data: {
            id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501',
            name: 'Ada Lovelace',
            email: 'ada@example.com',
            role: 'admin',
            status: 'active',
            version: 1,
            created_at: '2026-11-21T09:30:00.000Z',
            updated_at: '2026-11-21T09:30:00.000Z',
          },
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
]
