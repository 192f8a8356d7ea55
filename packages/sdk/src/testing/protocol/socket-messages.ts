// Written from the contract by `npm run generate:sdk`.

import type { Members } from '../operation.ts'

/** What clients say over `/ws`: the members of each message beside its type. */
export const SOCKET_MESSAGES: Readonly<Record<string, Members>> = {
  join: {
    user: {
      type: 'string',
      rule: 'line',
      min: 1,
      max: 100,
      fault: ['invalid', 'must not contain control or bidirectional formatting characters'],
      optional: true,
    },
    after: { type: 'string', max: 32, optional: true },
  },
  subscribe: { channel: { type: 'string', min: 1, max: 100 }, after: { type: 'string', max: 32, optional: true } },
  unsubscribe: { channel: { type: 'string', min: 1, max: 100 } },
  message: {
    text: { type: 'string', min: 1, max: 4000 },
    channel: { type: 'string', min: 1, max: 100, optional: true },
    user: {
      type: 'string',
      rule: 'line',
      min: 1,
      max: 100,
      fault: ['invalid', 'must not contain control or bidirectional formatting characters'],
      optional: true,
    },
  },
  ping: {},
}
