import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '@roster/test/service'

let service: Service
let user: string
beforeAll(async () => {
  service = await startService()
  const { id } = await service.admin.sdk.users.create({ name: 'A', email: 'a@example.com', role: 'viewer' })
  user = `/v1/users/${id}`
})
afterAll(() => service.stop())

const newUser = () => ({ name: 'B', email: `${Math.random()}@example.com`, role: 'viewer' }) as const

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('a body of the type %s is read', async (type) => {
  const answer = await service.admin.rest('POST /v1/users', newUser(), { 'content-type': type })
  expect(answer.status).toBe(201)
})

test('the coding identity is none, in any case', async () => {
  const answer = await service.admin.rest('POST /v1/users', newUser(), { 'content-encoding': 'Identity' })
  expect(answer.status).toBe(201)
})

test.each([
  ['text/plain', {}],
  ['application/x-www-form-urlencoded', {}],
  ['multipart/form-data; boundary=x', {}],
  ['application/merge-patch+json', {}],
  ['application/vnd.api+json', {}],
  ['nonsense', {}],
  ['application/json; charset=utf-16', {}],
  ['application/json; charset=latin1', {}],
  ['application/json', { 'content-encoding': 'gzip' }],
  ['application/json', { 'content-encoding': 'br' }],
])('a body of the type %s %j is 415', async (type, headers) => {
  const answer = await service.admin.rest('POST /v1/users', newUser(), { 'content-type': type, ...headers })
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported-media-type', instance: '/v1/users' } })
  expect(answer.headers).not.toHaveProperty('accept-patch')
})

test('a body without a type is 415', async () => {
  const { admin, app } = service
  const { secret } = await admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: ['write:users'] })
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/users',
    headers: { 'x-api-key': secret },
    payload: Buffer.from(JSON.stringify(newUser())),
  })
  expect(answer.statusCode).toBe(415)
})

test('PATCH takes merge patches, and its 415 says so', async () => {
  const type = { 'content-type': 'application/merge-patch+json' }
  expect(await service.admin.rest(`PATCH ${user}`, { name: 'C' }, type)).toMatchObject({ status: 200 })
  for (const refused of ['text/plain', 'application/json-patch+json', 'application/json; charset=utf-16', 'nonsense'])
    expect(await service.admin.rest(`PATCH ${user}`, '[]', { 'content-type': refused })).toMatchObject({
      status: 415,
      headers: { 'accept-patch': 'application/json, application/merge-patch+json' },
      body: { detail: expect.stringContaining('Send application/json, application/merge-patch+json.') },
    })
})

test('an operation that needs a body answers 400 without one', async () => {
  const type = { 'content-type': 'application/json' }
  for (const request of ['POST /v1/users', `PUT ${user}`, `PATCH ${user}`])
    for (const headers of [{}, type])
      expect(await service.admin.rest(request, undefined, headers)).toMatchObject({
        status: 400,
        body: { code: 'malformed-json', detail: 'The request has no body. Send one JSON object.' },
      })
})

test.each(['null', '[]', '"text"', '7'])('the body %s is well-formed and no object: 422', async (body) => {
  expect(await service.admin.rest('POST /v1/users', body)).toMatchObject({
    status: 422,
    body: { errors: [{ field: '', pointer: '', message: 'must be an object' }] },
  })
})

test('what is sent to an operation that takes no body is refused, and nothing is done', async () => {
  const { id } = await service.admin.sdk.users.create(newUser())
  const remove = (body: string, headers = {}) => service.admin.rest(`DELETE /v1/users/${id}`, body, headers)
  expect(await remove('{"version":99,"":1}')).toMatchObject({
    status: 422,
    body: {
      code: 'validation-failed',
      errors: [
        { field: 'version', pointer: '/version', code: 'unknown-member', message: 'is not a member of this operation' },
        { field: '', pointer: '/', code: 'unknown-member' },
      ],
    },
  })
  for (const body of ['[]', 'null', '1', '"text"'])
    expect(await remove(body)).toMatchObject({ status: 422, body: { errors: [{ message: 'must be an object' }] } })
  expect(await remove('[]', { 'if-match': '"other"' })).toMatchObject({ status: 412 })
  expect(await service.admin.rest('DELETE /v1/users/none', [])).toMatchObject({ status: 404 })
  expect(await service.admin.sdk.users.get(id)).toMatchObject({ version: 1 })
})

test('a body over 1 MiB is 413, one of 1 MiB is read', async () => {
  const padded = (size: number) => JSON.stringify({}).padEnd(size)
  const over = await service.admin.rest('POST /v1/users', padded(1_048_577))
  expect(over).toMatchObject({ status: 413, body: { code: 'payload-too-large', instance: '/v1/users' } })
  expect(await service.admin.rest('POST /v1/users', padded(1_048_576))).toMatchObject({ status: 422 })
})

test('who may not call is told so before the body is looked at', async () => {
  expect(await service.anonymous.rest('POST /v1/users', '{')).toMatchObject({ status: 401 })
  const reader = await service.caller({ scopes: ['read:users'] })
  expect(await reader.rest('POST /v1/users', 'x', { 'content-type': 'text/plain' })).toMatchObject({ status: 403 })
})

test('an operation that takes no body takes an object without members for none, and nothing that is broken', async () => {
  const { admin } = service
  const { id } = await admin.sdk.users.create(newUser())
  expect(await admin.rest(`DELETE /v1/users/${id}`, '{')).toMatchObject({ status: 400 })
  expect(await admin.rest(`DELETE /v1/users/${id}`, {})).toMatchObject({ status: 204 })
  expect(await admin.rest('GET /v1/me', { ignored: true })).toMatchObject({ status: 200 })
})
