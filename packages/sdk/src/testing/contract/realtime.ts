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
    record: 'Ticket',
    parameters: {},
    answer: { ticket: 'rt_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi', expires_at: '2026-11-21T09:30:30.000Z' },
  },
]
