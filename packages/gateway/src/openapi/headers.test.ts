import { on, onFile } from '@roster/core'
import { fileOperation, operation, resource } from '@roster/core/contract'
import { router } from '@roster/core/server'
import { application } from '@roster/test/application'
import { resolved } from '@roster/test/openapi'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildDocument, operationsOf } from './document.ts'

const named = { access: application.access, naming: application.naming }
const document = await buildDocument({ ...application, baseUrl: 'http://localhost:3000' })
const documented = new Map(operationsOf(document).map(({ operation: one }) => [one.operationId!, one]))

const COMMON = [
  'X-Request-ID',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'Access-Control-Allow-Origin',
  'Vary',
]

const FILE = ['ETag', 'Last-Modified', 'Cache-Control', 'Accept-Ranges', 'Content-Disposition']

test.each([
  ['users.create', 201, ['Location', 'ETag', 'Last-Modified', 'Cache-Control', 'Idempotent-Replayed']],
  ['users.createMany', 201, ['Cache-Control', 'Idempotent-Replayed']],
  ['users.list', 200, ['Link', 'ETag', 'Cache-Control']],
  ['users.get', 200, ['ETag', 'Last-Modified', 'Cache-Control']],
  ['users.replace', 200, ['ETag', 'Last-Modified', 'Cache-Control']],
  ['users.update', 200, ['ETag', 'Last-Modified', 'Cache-Control', 'Idempotent-Replayed']],
  ['users.delete', 204, []],
  ['apiKeys.create', 201, ['Location', 'Cache-Control', 'Idempotent-Replayed']],
  ['apiKeys.get', 200, ['ETag', 'Cache-Control']],
  ['me.get', 200, ['ETag', 'Cache-Control']],
  ['exports.create', 202, ['Location', 'ETag', 'Cache-Control', 'Retry-After', 'Idempotent-Replayed']],
  ['exports.get', 200, ['ETag', 'Cache-Control', 'Retry-After']],
  ['exports.download', 200, FILE],
  ['exports.download', 206, ['Content-Range', ...FILE]],
  ['exports.download', 304, ['ETag', 'Cache-Control']],
  ['exports.download', 409, ['Retry-After', 'Idempotent-Replayed', 'Cache-Control']],
  ['exports.download', 416, ['Content-Range', 'Cache-Control']],
  ['users.get', 304, ['ETag', 'Cache-Control']],
  ['users.update', 412, ['Idempotent-Replayed', 'Cache-Control']],
  ['users.get', 401, ['WWW-Authenticate', 'Cache-Control']],
  ['users.get', 403, ['WWW-Authenticate', 'Cache-Control']],
  ['users.create', 409, ['Retry-After', 'Idempotent-Replayed', 'Cache-Control']],
  ['users.replace', 409, ['Idempotent-Replayed', 'Cache-Control']],
  ['users.update', 415, ['Accept-Patch', 'Idempotent-Replayed', 'Cache-Control']],
  ['users.get', 429, ['Retry-After', 'Cache-Control']],
  ['users.get', 503, ['Retry-After', 'Cache-Control']],
  ['users.update', 422, ['Idempotent-Replayed', 'Cache-Control']],
  ['users.get', 414, ['Cache-Control']],
  ['events.socket', 101, ['Upgrade', 'Sec-WebSocket-Accept']],
  ['events.socket', 426, ['Upgrade', 'Sec-WebSocket-Version', 'Cache-Control']],
])('an answer of %s with %i lists the headers that it can be sent with', (name, status, own) => {
  const [answer] = resolved(document, [documented.get(name)!.responses![status]])
  expect(Object.keys(answer.headers)).toEqual([...own, ...COMMON])
})

test.each([
  ['users.create', ['X-Request-ID', 'X-CSRF-Token', 'Idempotency-Key']],
  ['session.create', ['X-Request-ID']],
  ['users.list', ['X-Request-ID', 'If-None-Match', 'If-Match']],
  ['users.get', ['X-Request-ID', 'If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since']],
  ['users.replace', ['X-Request-ID', 'X-CSRF-Token', 'If-None-Match', 'If-Match', 'If-Unmodified-Since']],
  [
    'users.update',
    ['X-Request-ID', 'X-CSRF-Token', 'Idempotency-Key', 'If-None-Match', 'If-Match', 'If-Unmodified-Since'],
  ],
  ['users.delete', ['X-Request-ID', 'X-CSRF-Token', 'If-None-Match', 'If-Match', 'If-Unmodified-Since']],
  ['apiKeys.get', ['X-Request-ID', 'If-None-Match', 'If-Match']],
  [
    'exports.download',
    ['X-Request-ID', 'If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since', 'Range', 'If-Range'],
  ],
  ['apiKeys.revoke', ['X-Request-ID', 'X-CSRF-Token', 'If-None-Match', 'If-Match']],
])('a request to %s takes the headers that mean something to it', (name, headers) => {
  const parameters = resolved(document, documented.get(name)!.parameters)
  expect(parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name)).toEqual(
    headers,
  )
})

test('every operation takes its version in the query, and a change without sessions no token of one', async () => {
  for (const [name, { parameters }] of documented) {
    const names = resolved(document, parameters).map((parameter) => parameter.name)
    expect([name, names.includes('version')]).toEqual([name, name !== 'events.socket'])
  }
  const { paths } = await buildDocument({ ...application, baseUrl: 'http://localhost:3000', schemes: ['apiKey'] })
  expect(paths!['/v1/users']!.post!.parameters).not.toContainEqual({ $ref: '#/components/parameters/CsrfToken' })
})

test('a failed condition shows the problem that it is, with status 412', () => {
  const [{ content }] = resolved(document, [documented.get('users.update')!.responses![412]])
  expect(content['application/problem+json'].examples).toMatchObject({
    'version-conflict': { value: { code: 'version-conflict', status: 412 } },
  })
})

test('an operation that is to go away says so, and its answers list when', async () => {
  const deprecated = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/instead' }
  const old = resource({
    name: 'old',
    title: 'Old',
    description: 'What is to go away.',
    events: {},
    operations: {
      get: operation({
        method: 'GET',
        path: '/v1/old',
        summary: 'Get what is old',
        description: 'What is old.',
        scope: 'any',
        output: z.object({ age: z.int().min(0).max(150) }).meta({ id: 'Old' }),
        deprecated,
      }),
    },
    files: {
      picture: fileOperation({
        path: '/v1/old/picture',
        summary: 'Get a picture of what is old',
        description: 'A picture.',
        scope: 'any',
        params: {},
        media: { 'image/svg+xml': '<svg/>' },
        errors: [],
        deprecated,
      }),
    },
  })
  const get = on(old.operations.get, { run: () => ({ age: 1 }) })
  const plain = await buildDocument({
    ...named,
    router: router({ get }),
    files: [onFile(old.files.picture, () => Promise.reject(new Error('No picture.')))],
    resources: [old],
    baseUrl: 'http://localhost:3000',
  })
  const { deprecated: isDeprecated, responses } = plain.paths!['/v1/old']!.get!
  expect(isDeprecated).toBe(true)
  expect(Object.keys(responses![200].headers)).toEqual([
    'Link',
    'ETag',
    'Cache-Control',
    'Deprecation',
    'Sunset',
    ...COMMON,
  ])
  const { deprecated: isFileDeprecated, responses: ofFile } = plain.paths!['/v1/old/picture']!.get!
  expect(isFileDeprecated).toBe(true)
  expect(Object.keys(ofFile![200].headers)).toEqual(expect.arrayContaining(['Link', 'Deprecation', 'Sunset']))
  expect(plain.components!.headers).toHaveProperty('Sunset')
  for (const status of ['304', '401', '429']) {
    const [{ headers: ofRefusal }] = resolved(plain, [responses![status]])
    expect(Object.keys(ofRefusal)).toEqual(expect.arrayContaining(['Link', 'Deprecation', 'Sunset']))
    // One that comes before the operation is known has none of them.
    const announcing = resolved(plain, [ofRefusal.Link, ofRefusal.Deprecation, ofRefusal.Sunset])
    expect(announcing.map(({ required }) => required)).toEqual([false, false, false])
  }
  expect(document.components!.headers).not.toHaveProperty('Sunset')
})
