import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '@roster/test/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const idOf = async (given: string, request = 'GET /livez') =>
  (await service.anonymous.rest(request, undefined, { 'x-request-id': given })).headers['x-request-id']

test.each(['a', 'A.b_c-9', 'x'.repeat(128)])('the harmless request id %s is echoed', async (id) => {
  expect(await idOf(id)).toBe(id)
})

test.each(['', ' ', 'a b', 'a\tb', 'é', '<script>', 'x'.repeat(129), 'a, b'])(
  'in place of %j there is a new id',
  async (id) => {
    expect(await idOf(id)).toBeId('req')
  },
)

test('every answer has one, and a problem repeats it', async () => {
  for (const request of ['GET /livez', 'GET /', 'OPTIONS /v1/users', 'DELETE /v1/users', 'GET /nowhere', 'GET /%ff'])
    expect(await idOf('mine', request)).toBe('mine')
  const refused = await service.anonymous.rest('GET /v1/users', undefined, { 'x-request-id': 'mine' })
  expect(refused).toMatchObject({ status: 401, body: { request_id: 'mine' } })
  const first = await service.anonymous.rest('GET /v1/users')
  const second = await service.anonymous.rest('GET /v1/users')
  expect(first.body.request_id).toBe(first.headers['x-request-id'])
  expect(second.body.request_id).not.toBe(first.body.request_id)
})
