// Written from the contract by `npm run generate:sdk`.

import type { Members } from '../operation.ts'

/** What clients say over `/ws`: the members of each message beside its type. */
export const SOCKET_MESSAGES: Readonly<Record<string, Members>> = {
  join: {
    user: {
      type: 'string',
      min: 1,
      max: 100,
      rule: 'pattern',
      fault: ['invalid', 'must be a name, not an identifier'],
      pattern: '^(?![a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$)',
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
      min: 1,
      max: 100,
      rule: 'pattern',
      fault: ['invalid', 'must be a name, not an identifier'],
      pattern: '^(?![a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$)',
      optional: true,
    },
  },
  ping: {},
}
