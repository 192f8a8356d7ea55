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
    answers: true,
    isRead: true,
    isRepresentation: true,
    parameters: {},
  },
]
