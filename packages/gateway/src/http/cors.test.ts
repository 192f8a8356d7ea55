import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedOrigins } from './cors.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const OURS = 'https://app.example.com'
const FOREIGN = ['https://evil.example', 'null', 'https://app.example.com.evil.example', 'http://app.example.com', '']

const LISTS = {
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  headers: [
    'Accept, Authorization, Content-Type, DPoP, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match,',
    'If-Range, If-Unmodified-Since, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Range, traceparent, trpc-accept,',
    'X-API-Key, X-CSRF-Token, X-Request-ID',
  ].join(' '),
  exposed: [
    'ETag, Last-Modified, Location, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit,',
    'RateLimit-Policy, X-Request-ID, Idempotent-Replayed, Content-Range, Accept-Ranges, Deprecation, Sunset, WWW-Authenticate',
  ].join(' '),
}

const corsOf = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

const readable = {
  'access-control-allow-origin': OURS,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': LISTS.exposed,
}

describe('a preflight', () => {
  const ask = (origin: string, path = '/v1/users') =>
    service.anonymous.rest(`OPTIONS ${path}`, undefined, { origin, 'access-control-request-method': 'POST' })

  test.each(['/v1/users', '/v1/nothing', '/trpc/users.list', '/users'])(
    'of %s tells what may be sent',
    async (path) => {
      const { status, body, headers } = await ask(OURS, path)
      expect({ status, body, cors: corsOf(headers), vary: headers['vary'] }).toEqual({
        status: 204,
        body: undefined,
        cors: {
          ...readable,
          'access-control-allow-methods': LISTS.methods,
          'access-control-allow-headers': LISTS.headers,
          'access-control-max-age': '600',
        },
        vary: 'Accept, Accept-Encoding, Origin',
      })
    },
  )

  test.each(FOREIGN)('of the origin %j tells nothing', async (origin) => {
    const { status, headers } = await ask(origin)
    expect({ status, cors: corsOf(headers) }).toEqual({ status: 204, cors: {} })
  })
})

describe('an answer', () => {
  const requests = [
    'GET /v1/me',
    'GET /v1/nothing',
    'DELETE /v1/me',
    'GET /users',
    'GET /v1/users?limit=0',
    'GET /trpc/me.get',
  ]

  test.each(requests)('to %s can be read by a listed origin, with credentials', async (request) => {
    const { headers } = await service.admin.rest(request, undefined, { origin: OURS })
    expect(corsOf(headers)).toEqual(readable)
    expect(headers['vary']).toMatch(/^Accept, Accept-Encoding, Origin/)
  })

  test.each(FOREIGN)('cannot be read by the origin %j', async (origin) => {
    const { status, headers } = await service.admin.rest('GET /v1/me', undefined, { origin })
    expect({ status, cors: corsOf(headers) }).toEqual({ status: 200, cors: {} })
  })
})

test('in development every port of this machine is listed, in production none', () => {
  const local = ['http://localhost', 'http://localhost:5173', 'http://127.0.0.1:1', 'https://[::1]:8443']
  const other = ['http://localhost.evil.example', 'http://evil.example:80', 'null', '*', 'http://localhost:5173/']
  const [development, production] = [allowedOrigins([OURS], true), allowedOrigins([OURS], false)]
  expect(local.map(development)).toEqual(local.map(() => true))
  expect(local.map(production)).toEqual(local.map(() => false))
  expect(other.map(development)).toEqual(other.map(() => false))
  expect([development(OURS), production(OURS)]).toEqual([true, true])
})
