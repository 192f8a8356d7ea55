import { listen, sendRaw } from '@roster/test/raw-requests'
import { expectReplay, newKey, newUser } from '@roster/test/replay'
import type { Caller } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY_LIMIT } from './body.ts'

// What is refused before the operation begins.

let service: Service
let admin: Caller
let port: number
beforeAll(async () => {
  service = await startService()
  admin = service.admin
  port = await listen(service.app)
})
afterAll(() => service.stop())

const create = (body: unknown, headers: Record<string, string> = newKey(), who = admin) =>
  who.rest('POST /v1/users', body, headers)

const reused = { status: 422, body: { code: 'idempotency-key-reused' } }

interface Refused {
  status: number
  code: string
  request?: string
  body?: string
  headers?: Record<string, string>
}
const plain = JSON.stringify({ name: 'Ada', email: 'refused@example.com', role: 'viewer' })
const refusals: Record<string, Refused> = {
  'a body over the limit': { status: 413, code: 'payload-too-large', body: 'x'.repeat(BODY_LIMIT + 1) },
  'a body of no JSON type': {
    status: 415,
    code: 'unsupported-media-type',
    body: plain,
    headers: { 'content-type': 'text/plain' },
  },
  'a type that is none': {
    status: 415,
    code: 'unsupported-media-type',
    body: plain,
    headers: { 'content-type': 'json;' },
  },
  'another charset': {
    status: 415,
    code: 'unsupported-media-type',
    body: plain,
    headers: { 'content-type': 'application/json; charset=utf-16' },
  },
  'a coded body': {
    status: 415,
    code: 'unsupported-media-type',
    body: plain,
    headers: { 'content-encoding': 'gzip' },
  },
  'JSON that is malformed': { status: 400, code: 'malformed-json', body: '{"name":' },
  'a body of nothing': { status: 400, code: 'malformed-json', headers: { 'content-type': 'application/json' } },
  'no body at all': { status: 400, code: 'malformed-json' },
  'an unknown parameter': {
    status: 400,
    code: 'invalid-parameters',
    request: 'POST /v1/users?colour=red',
    body: plain,
  },
  'a malformed query': { status: 400, code: 'invalid-parameters', request: 'POST /v1/users?a=%ff', body: plain },
  'a parameter twice': { status: 400, code: 'invalid-parameters', request: 'POST /v1/users?a=1&a=2', body: plain },
}

test.each(Object.entries(refusals))(
  '%s is kept like any answer',
  async (_, { status, code, request = 'POST /v1/users', ...sent }) => {
    const headers = { ...newKey(), ...sent.headers }
    const first = await expectReplay(admin, request, sent.body, headers)
    expect(first).toMatchObject({ status, body: { code, instance: '/v1/users' } })
    expect(await admin.rest(request, `${plain} `, headers)).toMatchObject(reused)
    expect(
      await admin.rest('POST /v1/users', newUser(), { 'idempotency-key': headers['idempotency-key'] }),
    ).toMatchObject(reused)
  },
)

test('its body is refused under the key of a success as well', async () => {
  const key = newKey()
  await create(newUser(), key)
  for (const body of ['{', '', 'x'.repeat(BODY_LIMIT + 1)]) expect(await create(body, key)).toMatchObject(reused)
})

test('the same bytes are the same request, however they are refused', async () => {
  const refused = await create(plain, { ...newKey(), 'content-type': 'text/plain' })
  expect(refused).toMatchObject({ status: 415 })
  const key = newKey()
  expect(await create(plain, { ...key, 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  expect(await create(plain, key)).toMatchObject({ status: 415, headers: { 'idempotent-replayed': 'true' } })
})

test('all bodies over the limit are one, since none is read to its end', async () => {
  const key = newKey()
  const large = (letter: string) => create(letter.repeat(BODY_LIMIT + 1), key)
  expect(await large('a')).toMatchObject({ status: 413 })
  expect(await large('b')).toMatchObject({ status: 413, headers: { 'idempotent-replayed': 'true' } })
})

test.each([
  ['application/json', 413],
  ['text/plain', 415],
])('over a connection, a %s body over the limit in chunks is the one that names its length', async (type, status) => {
  const { secret } = await admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['write:users'] })
  const key = newKey()['idempotency-key']
  const head = `Host: x\r\nX-API-Key: ${secret}\r\nContent-Type: ${type}\r\nIdempotency-Key: ${key}`
  const send = (rest: string) => sendRaw(port, `POST /v1/users HTTP/1.1\r\n${head}\r\n${rest}`)
  const bytes = 'x'.repeat(BODY_LIMIT + 1)
  const chunk = `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`

  const chunked = await send(`Transfer-Encoding: chunked\r\n\r\n${chunk}`)
  const named = await send(`Content-Length: ${bytes.length}\r\n\r\n${bytes}`)
  const short = await send('Content-Length: 1\r\n\r\nx')
  expect([chunked, named, short].map((answer) => [answer.status, answer.headers['idempotent-replayed']])).toEqual([
    [status, undefined],
    [status, 'true'],
    [422, undefined],
  ])
})

test('nothing is kept before it is known who calls', async () => {
  const key = newKey()
  expect(await create('{', key, service.anonymous)).toMatchObject({ status: 401 })
  expect(await create(newUser(), key, admin)).toMatchObject({ status: 201 })
})
