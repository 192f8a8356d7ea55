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
    record: 'Session',
    parameters: {},
    body: { email: { type: 'string', max: 254 }, password: { type: 'string', max: 1024 } },
    answer: {
      user: {
        id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        role: 'admin',
        status: 'active',
        version: 1,
        created_at: '2026-11-21T09:30:00.000Z',
        updated_at: '2026-11-21T09:30:00.000Z',
      },
      csrf_token: 'pX9wq1lKq0T8b4mC7s2Yd5vR3nJ6hF0eA1uZ4xG8oWk',
      expires_at: '2026-11-21T21:30:00.000Z',
    },
  },
  {
    name: 'session.get',
    method: 'GET',
    path: '/v1/session',
    scope: 'any',
    status: 200,
    cacheControl: 'no-store',
    record: 'Session',
    parameters: {},
    answer: {
      user: {
        id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        role: 'admin',
        status: 'active',
        version: 1,
        created_at: '2026-11-21T09:30:00.000Z',
        updated_at: '2026-11-21T09:30:00.000Z',
      },
      csrf_token: 'pX9wq1lKq0T8b4mC7s2Yd5vR3nJ6hF0eA1uZ4xG8oWk',
      expires_at: '2026-11-21T21:30:00.000Z',
    },
  },
  {
    name: 'session.delete',
    method: 'DELETE',
    path: '/v1/session',
    scope: 'any',
    status: 204,
    cacheControl: 'private, no-cache',
    setsCookie: true,
    parameters: {},
  },
]
