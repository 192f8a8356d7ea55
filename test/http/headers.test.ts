import { implement, on, onFile } from '@roster/core'
import { fileOperation, operation, resource } from '@roster/core/contract'
import { proceduresOf, router } from '@roster/core/server'
import { NOW, type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { onTestFinished, afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const everywhere = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': expect.toBeId('req'),
}
const NOTHING = "default-src 'none'; frame-ancestors 'none'"
const VARY = 'Accept, Accept-Encoding, Origin'

test.each([
  ['GET /v1/me', 200, 'private, no-cache'],
  ['GET /v1/users', 200, 'private, no-cache'],
  ['GET /v1/api-keys', 200, 'no-store'],
  ['GET /v1/nothing', 404, 'no-store'],
  ['DELETE /v1/me', 405, 'no-store'],
  ['POST /v1/users', 400, 'no-store'],
  ['POST /v1/api-keys/key_1/rotate', 404, 'no-store'],
  ['GET /users', 308, undefined],
  ['GET /', 302, undefined],
  ['OPTIONS /v1/users', 204, undefined],
  ['GET /livez', 200, 'no-store'],
  ['GET /v1/users/%zz', 400, 'no-store'],
])('%s (%i) has the security headers, a request id and Cache-Control: %s', async (request, status, cacheControl) => {
  const answer = await service.admin.rest(request)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({ ...everywhere, 'content-security-policy': NOTHING, vary: VARY })
  expect(answer.headers['cache-control']).toBe(cacheControl)
})

test.each(['/errors', '/errors/not-found', '/docs'])(
  'the page %s may load what it needs, and nothing else',
  async (path) => {
    const { status, headers } = await service.anonymous.rest(`GET ${path}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ ...everywhere, 'content-type': 'text/html; charset=utf-8' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'(?:;|$)/)
  },
)

test('an answer about a key is never stored', async () => {
  const { admin } = service
  const made = await admin.rest('POST /v1/api-keys', { name: 'K', role: 'admin', scopes: ['read:users'] })
  const path = `/v1/api-keys/${made.body.id}`
  const answers = [made, await admin.rest(`GET ${path}`), await admin.rest(`POST ${path}/rotate`)]
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store'])
})

describe('a request id', () => {
  test.each(['a', 'A-z_0.9', 'a'.repeat(128)])('%j is echoed', async (id) => {
    const answer = await service.admin.rest('GET /v1/nothing', undefined, { 'x-request-id': id })
    expect(answer).toMatchObject({ headers: { 'x-request-id': id }, body: { request_id: id } })
  })

  test.each(['', 'a b', 'a\tb', '<script>', 'é', 'a'.repeat(129), '{"level":50}'])('%j is replaced', async (id) => {
    const { headers, body } = await service.admin.rest('GET /v1/nothing', undefined, { 'x-request-id': id })
    expect(headers['x-request-id']).toBeId('req')
    expect(body.request_id).toBe(headers['x-request-id'])
  })
})

describe('a trace', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c'
  const of = async (traceparent: string) =>
    (await service.admin.rest('GET /v1/me', undefined, { traceparent })).headers['traceparent']

  test('goes on with a span of ours', async () => {
    const continued = await of(`00-${TRACE}-b7ad6b7169203331-01`)
    expect(continued).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    expect(continued).not.toContain('b7ad6b7169203331')
  })

  test('is named by the lines of its request, as the answer names it', async () => {
    const lines: Record<string, string>[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const other = await startService({ beside: service, logger })
    onTestFinished(() => other.app.close())
    const given = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` }
    const { headers } = await other.anonymous.rest('GET /livez', undefined, given)
    await expect.poll(() => lines).toHaveLength(1)
    const { trace_id, span_id, trace_flags } = lines[0]!
    expect(`00-${trace_id}-${span_id}-${trace_flags}`).toBe(headers['traceparent'])
  })

  test.each([
    '',
    'x',
    `ff-${TRACE}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
  ])('%j is none', async (traceparent) => {
    expect(await of(traceparent)).toBeUndefined()
  })
})

test('an operation that goes away says since when, until when and what to read', async () => {
  const contract = resource({
    name: 'teapots',
    title: 'Teapots',
    description: 'Teapots.',
    events: {},
    operations: {
      get: operation({
        method: 'GET',
        path: '/v1/teapot',
        summary: 'Get the teapot',
        description: 'The teapot.',
        scope: 'any',
        output: z.object({ id: z.string() }),
        deprecated: { since: '2026-01-01', sunset: '2027-01-01', link: 'https://example.com/kettles' },
      }),
    },
  })
  const teapots = implement(contract, {
    entities: [],
    procedures: { get: on(contract.operations.get, { run: () => ({ id: 'pot' }) }) },
  })
  const other = await startService({ router: router(proceduresOf({ teapots })), resources: [contract] })
  expect(await other.admin.rest('GET /v1/teapot')).toMatchObject({
    status: 200,
    headers: {
      deprecation: '@1767225600',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: '<https://example.com/kettles>; rel="deprecation"; type="text/html"',
    },
    body: { id: 'pot' },
  })
  await other.stop()
})

test('a download that goes away says so as well', async () => {
  const contract = resource({
    name: 'teapots',
    title: 'Teapots',
    description: 'Teapots.',
    events: {},
    operations: {},
    files: {
      picture: fileOperation({
        path: '/v1/teapot/picture',
        summary: 'Get a picture of the teapot',
        description: 'A picture.',
        scope: 'any',
        params: {},
        media: { 'image/svg+xml': '<svg/>' },
        errors: [],
        deprecated: { since: '2026-01-01', sunset: '2027-01-01', link: 'https://example.com/kettles' },
      }),
    },
  })
  const file = {
    size: 6,
    sha256: 'a'.repeat(64),
    contentType: 'image/svg+xml',
    filename: 'teapot.svg',
    lastModified: NOW,
    read: async function* () {
      yield new TextEncoder().encode('<svg/>')
    },
  }
  const teapots = implement(contract, {
    entities: [],
    procedures: {},
    files: { picture: onFile(contract.files.picture, async () => file) },
  })
  const other = await startService({ router: router({}), resources: [contract], files: teapots.files })
  const headers = {
    deprecation: '@1767225600',
    sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    link: '<https://example.com/kettles>; rel="deprecation"; type="text/html"',
  }
  expect(await other.admin.rest('GET /v1/teapot/picture')).toMatchObject({ status: 200, headers })
  expect(await other.admin.rest('HEAD /v1/teapot/picture')).toMatchObject({ status: 200, headers })
  await other.stop()
})

describe('a service with more work than it can do', () => {
  let busy: Service
  beforeAll(async () => {
    busy = await startService({ overload: { eventLoopDelay: 60_000, waitingQueries: 0 } })
  })
  afterAll(() => busy.stop())

  test('is 503 with Retry-After, and alive', async () => {
    await expect
      .poll(() => busy.anonymous.rest('GET /v1/me'))
      .toMatchObject({
        status: 503,
        headers: { ...everywhere, 'retry-after': '1', 'content-type': 'application/problem+json; charset=utf-8' },
        body: { code: 'overloaded', status: 503 },
      })
    expect(await busy.anonymous.rest('GET /livez')).toMatchObject({ status: 200 })
    expect(await busy.anonymous.rest('GET /readyz')).toMatchObject({ status: 200 })
  })
})
