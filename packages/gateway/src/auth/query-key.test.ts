import { once } from 'node:events'
import { listen } from '@roster/test/raw-requests'
import { addressOf, Stream } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutKey } from './keys-in-query.ts'

let lines: string
let on: Service
let off: Service
let secret: string
beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => void (lines += line) })
  on = await startService({ apiKeyInQuery: true, realtime: { checkInterval: 20 }, logger })
  off = await startService({ logger })
  ;({ secret } = await on.admin.sdk.apiKeys.create({ name: 'Q', role: 'admin', scopes: ['read:users'] }))
  lines = ''
})
afterAll(() => Promise.all([on.stop(), off.stop()]))

const ask = (request: string, headers?: Record<string, string>) => on.sending(headers ?? {}).rest(request)

test.each([
  ['alone', () => `GET /v1/users?api_key=${secret}`],
  ['between parameters of the operation', () => `GET /v1/users?limit=1&api_key=${secret}&order=asc`],
  ['with an encoded name', () => `GET /v1/users?api%5Fkey=${secret}`],
])('where it is switched on, a key in the query proves who calls: %s', async (_, request) => {
  expect(await ask(request())).toMatchObject({ status: 200 })
})

test('over RPC and a socket as well', async () => {
  const { statusCode } = await on.app.inject(`/trpc/me.get?api_key=${secret}`)
  expect(statusCode).toBe(200)
  const port = await listen(on.app)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc?api_key=${secret}`)
  await once(socket, 'open')
  socket.send('{"id":1,"method":"query","params":{"path":"me.get"}}')
  const [{ data }] = await once(socket, 'message')
  const answer: unknown = JSON.parse(String(data))
  socket.close()
  expect(answer).toMatchObject({ result: { data: { principal: { type: 'api_key' } } } })
})

test('a stream is of the key in its own query, and ends with it, whoever else has one open', async () => {
  const keyOf = (name: string, scopes: ('read:events' | 'read:users')[]) =>
    on.admin.sdk.apiKeys.create({ name, role: 'admin', scopes })
  const [all, few] = await Promise.all([keyOf('All', ['read:events', 'read:users']), keyOf('Few', ['read:events'])])
  const url = await addressOf(on.app)
  await on.startEventLog()
  const strong = await Stream.open(`${url}/events?api_key=${all.secret}`)
  const weak = await Stream.open(`${url}/events?api_key=${few.secret}`)
  await on.viewer('Somebody')
  await strong.received(1)
  await on.admin.sdk.apiKeys.revoke(few.id)
  await weak.ended
  await on.viewer('Another')
  await strong.received(2)
  expect(weak.events).toEqual([])
  strong.close()
})

test('no answer and no line of the log repeats it', async () => {
  const { app } = on
  const targets = [
    '/v1/users?limit=1',
    '/v1/users/?limit=1',
    '/users?limit=1',
    '/v1/users?nonsense=1',
    '/v1/nothing?a=1',
    '/x?a=%zz',
  ]
  for (const target of targets) {
    for (const name of ['api_key', 'api%5fkey', '%61pi_key']) {
      for (const one of [app, off.app]) {
        const { headers, payload } = await one.inject(`${target}&${name}=${secret}`)
        expect(JSON.stringify([headers, payload])).not.toContain(secret)
      }
    }
  }
  expect(lines).toContain('Answered')
  expect(lines).not.toContain(secret)
  const page = await ask(`GET /v1/users?limit=1&api_key=${secret}`)
  expect(page.headers['link']).toContain('<http://roster.test/v1/users?limit=1&page=1>')
})

test.each<[what: string, request: () => string, headers: () => Record<string, string>]>([
  ['two keys in the query', () => `GET /v1/users?api_key=${secret}&api_key=${secret}`, () => ({})],
  ['a key in the query and one in a header', () => `GET /v1/users?api_key=${secret}`, () => ({ 'x-api-key': secret })],
  ['a key in the query and a token', () => `GET /v1/users?api_key=${secret}`, () => ({ authorization: 'Bearer x' })],
])('%s are two credentials: 400', async (_, request, headers) => {
  expect(await ask(request(), headers())).toMatchObject({ status: 400, body: { code: 'bad-request' } })
})

test.each(['', 'swordfish', 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'])('a bad key is 401: %j', async (key) => {
  expect(await ask(`GET /v1/users?api_key=${key}`)).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': ['ApiKey realm="roster"'] },
  })
})

test('where it is switched off the parameter is refused, however good the key is', async () => {
  const key = await off.admin.sdk.apiKeys.create({ name: 'Q', role: 'admin', scopes: ['read:users'] })
  expect(await off.anonymous.rest(`GET /v1/users?api_key=${key.secret}`)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid-parameters',
      errors: [
        {
          field: 'api_key',
          code: 'unknown-parameter',
          message: 'is not taken here: send the API key in X-API-Key',
        },
      ],
    },
  })
})

test.each([
  ['on', () => on],
  ['off', () => off],
])('signing in needs no key, and is refused with one in the query: where it is switched %s', async (_, service) => {
  const credentials = { email: 'ada@example.com', password: 'x' }
  expect(await service().anonymous.rest(`POST /v1/session?api_key=${secret}`, credentials)).toMatchObject({
    status: 400,
    body: { code: 'invalid-parameters', errors: [{ field: 'api_key', code: 'unknown-parameter' }] },
  })
})

test.each([
  ['/a', '/a'],
  ['/a?', '/a?'],
  ['/a?b=1&&c', '/a?b=1&&c'],
  ['/a?api_key=x', '/a'],
  ['/a?b=%20&api_key=x&c=+', '/a?b=%20&c=+'],
  ['/a?api_key', '/a'],
  ['/a?api_key=x&b=1&api_key=y', '/a?b=1'],
  ['/a?my_api_key=x', '/a?my_api_key=x'],
  ['/a?b=api_key', '/a?b=api_key'],
  ['/a?b=%zz&%61pi_key=x', '/a?b=%zz'],
])('%s without keys is %s', (target, rest) => {
  expect(withoutKey(target)).toBe(rest)
})
