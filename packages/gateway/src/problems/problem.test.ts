import { Problem } from '@roster/core/contract'
import { errors } from '@roster/test/errors'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '@roster/test/service'

const logged: string[] = []
let failure: unknown
let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  service = await startService({
    logger,
    isReady: async () => {
      throw failure
    },
  })
})
afterAll(() => service.stop())

const PROBLEM = 'application/problem+json; charset=utf-8'

test.each([
  ['GET /nowhere', undefined, 404, 'not-found'],
  ['GET /v1/nowhere', undefined, 404, 'not-found'],
  ['GET /v1/users/usr_1', undefined, 404, 'not-found'],
  ['GET /errors/nothing', undefined, 404, 'not-found'],
  ['PUT /v1/users', undefined, 405, 'method-not-allowed'],
  ['GET /v1/users/%ff', undefined, 400, 'bad-request'],
  ['GET /v1/users/%', undefined, 400, 'bad-request'],
  ['GET /v1/users?%ff', undefined, 400, 'invalid-parameters'],
  ['GET /v1/users?color=red', undefined, 400, 'invalid-parameters'],
  ['POST /v1/users', '{', 400, 'malformed-json'],
  ['POST /v1/users', '{}', 406, 'not-acceptable'],
])('%s %s is %i %s, as problem details', async (request, body, status, code) => {
  const answer = await service.admin.rest(request, body, { accept: 'text/html' })
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({ 'content-type': PROBLEM, 'cache-control': 'no-store' })
  const { errors: _, ...problem } = answer.body
  expect(problem).toEqual({
    type: `http://roster.test/errors/${code}`,
    title: errors[code]!.title,
    status,
    detail: expect.stringMatching(/\.$/),
    instance: request.split(' ')[1]!.split('?')[0],
    code,
    request_id: answer.headers['x-request-id'],
  })
})

test('an error that nobody foresaw is 500 without any of its detail, and is logged under the request id', async () => {
  failure = new Error('the password is swordfish')
  logged.length = 0
  const answer = await service.anonymous.rest('GET /readyz', undefined, { 'x-request-id': 'unforeseen' })
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    type: 'http://roster.test/errors/internal',
    title: 'Internal error',
    status: 500,
    detail: errors['internal']!.description,
    instance: '/readyz',
    code: 'internal',
    request_id: 'unforeseen',
  })
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      request_id: 'unforeseen',
      code: 'internal',
      err: expect.objectContaining({ message: 'the password is swordfish' }),
    }),
  ])
})

test.each(['text', undefined, null, { status: 404 }])(
  'something thrown that is no error (%j) is 500 as well',
  async (thrown) => {
    failure = thrown
    expect(await service.anonymous.rest('GET /readyz')).toMatchObject({ status: 500, body: { code: 'internal' } })
  },
)

test.each([
  ['a lost database', 'ECONNREFUSED'],
  ['a server that takes no writes', '25006'],
])('%s is 503 with Retry-After', async (_what, code) => {
  failure = Object.assign(new Error('connect'), { code })
  expect(await service.anonymous.rest('GET /readyz')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { code: 'unavailable' },
  })
})

test.each(['40P01', '40001'])(
  'a change that went on losing against others (%s) is 503 with Retry-After',
  async (code) => {
    failure = Object.assign(new Error('deadlock detected'), { code })
    expect(await service.anonymous.rest('GET /readyz')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: {
        code: 'overloaded',
        detail: 'Other requests kept changing the same records at the same moment. Repeat the request.',
      },
    })
  },
)

test('what the caller did wrong is not logged', async () => {
  failure = new Problem('gone')
  logged.length = 0
  expect(await service.anonymous.rest('GET /readyz')).toMatchObject({ status: 410 })
  expect(logged).toEqual([])
})
