// Written from the contract by `npm run generate:sdk`.

import type { Operation } from '../operation.ts'

/** Operations of `realtime`. */
export const realtime: readonly Operation[] = [
  {
    name: 'realtime.ticket',
    method: 'POST',
    path: '/v1/realtime/tickets',
    scope: 'any',
    status: 201,
    cacheControl: 'no-store',
    answers: true,
    parameters: {},
  },
]
