// Written from the contract by `npm run generate:sdk`.

import type { Operation } from '../operation.ts'

/** Operations of `me`. */
export const me: readonly Operation[] = [
  {
    name: 'me.get',
    method: 'GET',
    path: '/v1/me',
    scope: 'any',
    status: 200,
    cacheControl: 'private, no-cache',
    record: 'Me',
    parameters: {},
    answer: {
      principal: { type: 'api_key', id: 'key_01KAJQ7W5M8XV2R4T6Y9B3D501', name: 'Nightly import' },
      role: 'admin',
      scopes: ['read:users', 'write:users'],
      user: null,
    },
  },
]
