import Fastify, { type onSendHookHandler } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { respondToHead } from './methods.ts'
import { type Service, startService } from '@roster/test/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const COLLECTION = 'GET, HEAD, OPTIONS, POST'
const RECORD = 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'

test.each([
  ['PUT /v1/users', COLLECTION],
  ['DELETE /v1/users', COLLECTION],
  ['POST /v1/users/usr_1', RECORD],
  ['GET /v1/users/batch', 'OPTIONS, POST'],
  ['HEAD /v1/users/batch', 'OPTIONS, POST'],
  ['DELETE /v1/users/batch', 'OPTIONS, POST'],
  ['DELETE /v1/users/usr_1/orders', COLLECTION],
  ['POST /livez', 'GET, HEAD, OPTIONS'],
  ['PATCH /errors/gone', 'GET, HEAD, OPTIONS'],
  ['DELETE /trpc/users.list', 'GET, HEAD, OPTIONS, POST'],
])('%s is 405 with the methods the path takes, without a credential', async (request, allow) => {
  const answer = await service.anonymous.rest(request)
  expect(answer).toMatchObject({
    status: 405,
    headers: { allow, 'content-type': expect.stringContaining('problem+json') },
  })
})

test.each([
  '/docs',
  '/openapi.yaml',
  '/errors',
  '/errors/gone',
  '/livez',
  '/readyz',
  '/.well-known/oauth-protected-resource',
  '/.well-known/jwks.json',
  '/v1/me',
])('HEAD %s has the head of GET, also of a 304, which has no length', async (path) => {
  const { headers } = await service.admin.rest(`GET ${path}`)
  const head = await service.admin.rest(`HEAD ${path}`)
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': headers['content-length'] }, body: undefined })
  for (const method of ['GET', 'HEAD']) {
    const kept = await service.admin.rest(`${method} ${path}`, undefined, { 'if-none-match': headers['etag']! })
    expect(kept).toMatchObject({
      status: 304,
      headers: { etag: headers['etag'], vary: headers['vary'], 'cache-control': expect.stringMatching(/./) },
    })
    expect(kept.headers).not.toHaveProperty('content-length')
  }
})

test('the problem of a wrong method names the right ones', async () => {
  expect((await service.anonymous.rest('DELETE /v1/users')).body).toMatchObject({
    code: 'method-not-allowed',
    detail: `This path does not take DELETE. It takes ${COLLECTION}.`,
    instance: '/v1/users',
  })
})

test.each([
  ['/v1/users', COLLECTION],
  ['/v1/users/usr_1', RECORD],
  ['/v1/users/batch', 'OPTIONS, POST'],
  ['/v1/api-keys/key_1/rotate', 'OPTIONS, POST'],
  ['/', 'GET, HEAD, OPTIONS'],
])('OPTIONS %s is 204 with Allow', async (path, allow) => {
  const answer = await service.anonymous.rest(`OPTIONS ${path}`)
  expect(answer).toMatchObject({ status: 204, headers: { allow }, body: undefined })
})

test.each([{ origin: 'https://app.example.com' }, { 'access-control-request-method': 'POST' }])(
  'OPTIONS with %j alone is no preflight: it has Allow',
  async (headers) => {
    const answer = await service.anonymous.rest('OPTIONS /v1/users', undefined, headers)
    expect(answer).toMatchObject({ status: 204, headers: { allow: COLLECTION } })
    expect(answer.headers).not.toHaveProperty('access-control-allow-methods')
  },
)

test('OPTIONS is 204 whatever body comes with it', async () => {
  expect(await service.anonymous.rest('OPTIONS /v1/users', '{')).toMatchObject({ status: 204, body: undefined })
})

test('OPTIONS of a path that does not exist is 204 without Allow', async () => {
  const answer = await service.anonymous.rest('OPTIONS /v2/cats')
  expect(answer).toMatchObject({ status: 204, body: undefined })
  expect(answer.headers).not.toHaveProperty('allow')
})

test.each(['PROPFIND', 'TRACE', 'LOCK'])('%s is used nowhere: 501 on any path', async (method) => {
  for (const path of ['/v1/users', '/v2/cats'])
    expect(await service.anonymous.rest(`${method} ${path}`)).toMatchObject({
      status: 501,
      body: { code: 'not-implemented', instance: path },
    })
})

test('HEAD answers what GET answers, without the body', async () => {
  const { admin } = service
  const get = await admin.rest('GET /v1/users?limit=1')
  const head = await admin.rest('HEAD /v1/users?limit=1')
  const { 'x-request-id': _, date: __, ...expected } = get.headers
  expect(head).toMatchObject({ status: 200, headers: expected, body: undefined })
})

test('HEAD runs the hooks that a route has for what it sends', async () => {
  const app = Fastify()
  respondToHead(app)
  const onSend = vi.fn<onSendHookHandler>((_request, _reply, payload, done) => done(null, payload))
  app.get('/one', { onSend }, async () => 'one')
  app.get('/two', { onSend: [onSend] }, async () => 'two')
  app.get('/none', async () => 'none')
  for (const url of ['/one', '/two', '/none']) expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  expect(onSend.mock.calls.map(([{ url }, , payload]) => [url, payload])).toEqual([
    ['/one', 'one'],
    ['/two', 'two'],
  ])
})
