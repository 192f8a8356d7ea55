import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const accepted = [
  '',
  '*/*',
  'application/json',
  'application/*',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json;version=1',
  'application/json; version=1; charset=utf-8',
  'application/json;q=0.1',
  'application/problem+json, application/json',
  'text/html, application/json;q=0.5',
  'text/html, */*;q=0.1',
  'text/html;q=0, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/json;version=2, application/json;version=1',
  'application/json;version=2, */*;q=0.1',
  // Malformed: ignored (RFC 9110, section 12.5.1 leaves it to us).
  'nonsense',
  ',,,',
  '/',
  ';q=1',
  'application/json;q=abc',
  'application/json; q=',
  'application/json;q=-1',
  'text/html;q=1.5',
  'text/html, text/*;q="0.5"',
]

const refused = [
  'text/html',
  'text/*',
  'application/xml',
  'application/problem+json',
  'application/json;version=2',
  'application/json;version=x',
  'application/json;q=0',
  'application/json;q=0, text/html',
  '*/*;q=0',
  'application/json;q=0, */*',
]

test.each(accepted)('Accept: %s is answered with JSON', async (accept) => {
  const answer = await service.admin.rest('GET /v1/me', undefined, { accept })
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } })
})

test.each(refused)('Accept: %s is 406, as a problem all the same', async (accept) => {
  const answer = await service.admin.rest('GET /v1/me', undefined, { accept })
  expect(answer).toMatchObject({
    status: 406,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', vary: 'Accept, Accept-Encoding, Origin' },
    body: { code: 'not-acceptable' },
  })
})

test('who calls, what exists and what it takes come before 406', async () => {
  const html = { accept: 'text/html' }
  const { admin, anonymous } = service
  const reader = await service.caller({ scopes: ['read:orders'] })
  const nobody = '/v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D500'
  expect(await anonymous.rest('GET /v1/me', undefined, html)).toMatchObject({ status: 401 })
  expect(await reader.rest('GET /v1/users', undefined, html)).toMatchObject({ status: 403 })
  expect(await admin.rest('GET /v1/nothing', undefined, html)).toMatchObject({ status: 404 })
  expect(await admin.rest(`GET ${nobody}`, undefined, html)).toMatchObject({ status: 404 })
  expect(await admin.rest(`PATCH ${nobody}`, {}, html)).toMatchObject({ status: 404 })
  expect(await admin.rest('DELETE /v1/me', undefined, html)).toMatchObject({ status: 405 })
})

test('a write whose answer cannot be accepted has no effect', async () => {
  const ada = { name: 'Ada', email: 'ada@example.com', role: 'viewer' }
  const refusal = await service.admin.rest('POST /v1/users', ada, { accept: 'text/html' })
  expect(refusal).toMatchObject({ status: 406, body: { code: 'not-acceptable' } })
  expect(await service.admin.rest('GET /v1/users')).toMatchObject({ body: { data: [] } })
})

describe('?version', () => {
  test('1 is what the path says already', async () => {
    expect(await service.admin.rest('GET /v1/me?version=1')).toMatchObject({ status: 200 })
  })

  test.each(['2', 'x', '', '1.0', '01'])('%j is 400', async (version) => {
    expect(await service.admin.rest(`GET /v1/me?version=${version}`)).toMatchObject({
      status: 400,
      body: {
        code: 'invalid-parameters',
        errors: [{ field: 'version', code: 'invalid-value', message: 'must be 1, the only version there is' }],
      },
    })
  })
})
