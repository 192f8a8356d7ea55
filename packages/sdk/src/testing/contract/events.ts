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
    answers: true,
    isPaged: true,
    isRead: true,
    isRepresentation: true,
    effect: { kind: 'list', of: 'events' },
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
  },
]
