// Written from the contract by `npm run generate:sdk`.

import type { Operation } from '../operation.ts'

/** Operations of `session`. */
export const session: readonly Operation[] = [
  {
    name: 'session.create',
    method: 'POST',
    path: '/v1/session',
    scope: 'none',
    status: 201,
    cacheControl: 'no-store',
    location: '/v1/session',
    setsCookie: true,
    answers: true,
    isRead: true,
    isRepresentation: true,
    parameters: {},
    body: { email: { type: 'string', max: 254 }, password: { type: 'string', max: 1024 } },
  },
  {
    name: 'session.get',
    method: 'GET',
    path: '/v1/session',
    scope: 'any',
    status: 200,
    cacheControl: 'no-store',
    answers: true,
    isRead: true,
    isRepresentation: true,
    parameters: {},
  },
  {
    name: 'session.delete',
    method: 'DELETE',
    path: '/v1/session',
    scope: 'any',
    status: 204,
    cacheControl: 'private, no-cache',
    setsCookie: true,
    isRead: true,
    parameters: {},
  },
]
