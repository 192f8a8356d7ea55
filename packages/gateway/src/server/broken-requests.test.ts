import { on, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { onTestFinished, afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE } from '@roster/test/patience'
import { type RawConnection, rawConnection } from '@roster/test/raw'
import { sendRaw } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'

let service: Service
let exchange: RawConnection
/** What requests with `?held` wait for. */
let release: Promise<void> | undefined
beforeAll(async () => {
  const hold = (app: FastifyInstance) =>
    app.addHook('preHandler', async ({ url }) => (url.endsWith('?held') ? release : undefined))
  service = await startService({ traceRequests: hold })
  exchange = await rawConnection(service.app)
})
afterAll(() => service.stop())

const portOf = ({ app }: Service) => (app.server.address() as AddressInfo).port

/** Returns the server's end of a connection. */
async function accepted(client: Socket): Promise<Socket> {
  const connections = on(service.app.server, 'connection')
  await once(client, 'connect')
  for await (const [socket] of connections as AsyncIterable<[Socket]>)
    if (socket.remotePort === client.localPort) return socket
  throw new Error('The server has not accepted the connection.')
}

const request = (line: string, ...headers: string[]) =>
  [line, 'Host: roster.test', 'connection: close', ...headers, '', ''].join('\r\n')

test.each([
  ['a broken request line', 'hello\r\n\r\n', 400, 'bad-request'],
  ['a method nobody knows', request('FROB /v1/users HTTP/1.1'), 501, 'not-implemented'],
  ['a version nobody knows', request('GET / HTTP/9.9'), 400, 'bad-request'],
  ['a target with a blank', request('GET /a b HTTP/1.1'), 400, 'bad-request'],
  ['a broken header', request('GET / HTTP/1.1', 'no colon'), 400, 'bad-request'],
  [
    'a length and a coding',
    request('POST / HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    400,
    'bad-request',
  ],
  ['two lengths', request('POST / HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'), 400, 'bad-request'],
  ['headers over 16 KiB', request('GET / HTTP/1.1', `X-Long: ${'x'.repeat(17_000)}`), 431, 'headers-too-large'],
  ['CONNECT', request('CONNECT example.com:443 HTTP/1.1'), 501, 'not-implemented'],
])('%s is answered with a problem, and the connection closed', async (_, bytes, status, code) => {
  const answer = await exchange(bytes)
  const [head, body] = answer.split('\r\n\r\n') as [string, string]
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json; charset=utf-8')
  expect(head).toContain('cache-control: no-store')
  expect(head).toMatch(/\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/i)
  const problem = JSON.parse(body)
  expect(problem).toMatchObject({ type: `http://roster.test/errors/${code}`, status, code, instance: '/' })
  expect(head).toContain(`x-request-id: ${problem.request_id}`)
  expect(await exchange(request('GET /livez HTTP/1.1'))).toMatch(/^HTTP\/1.1 200 OK/)
})

test.each([
  ['a negative length', request('POST /oauth/token HTTP/1.1', 'Content-Length: -1'), 400],
  ['a broken header', request('GET /.well-known/jwks.json?x=/v1 HTTP/1.1', 'no colon'), 400],
  ['a broken header, in absolute form', request('POST http://roster.test/token HTTP/1.1', 'no colon'), 400],
  ['headers over 24 KiB', request('POST /token HTTP/1.1', `X-Long: ${'x'.repeat(25_000)}`), 431],
  ['a method nobody knows', request('FROB /oauth/token HTTP/1.1'), 501],
])('%s at a path of the authorization server is answered in the form of OAuth', async (_, bytes, status) => {
  const [head, body] = (await exchange(bytes)).split('\r\n\r\n') as [string, string]
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/json; charset=utf-8')
  expect(JSON.parse(body)).toEqual({ error: 'invalid_request', error_description: expect.any(String) })
})

test.each(['GET /v1/oauth/token', 'POST /oauth/tokens', 'GET /?/oauth/token'])(
  'what is broken at %s is a problem',
  async (line) => {
    expect(await exchange(request(`${line} HTTP/1.1`, 'no colon'))).toContain('application/problem+json')
  },
)

test('a caller who goes away in the middle of a request disturbs nobody', async () => {
  const socket = connect(portOf(service), '127.0.0.1')
  socket.write('POST /v1/users HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{')
  await once(socket, 'connect')
  socket.resetAndDestroy()
  await once(socket, 'close')
  expect(await exchange(request('GET /livez HTTP/1.1'))).toMatch(/^HTTP\/1.1 200 OK/)
})

test('a caller who asks for a tunnel and resets the connection disturbs nobody', async () => {
  const socket = connect(portOf(service), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request('CONNECT example.com:443 HTTP/1.1'), () => socket.resetAndDestroy())
  await once(socket, 'close')
  expect(await exchange(request('GET /livez HTTP/1.1'))).toMatch(/^HTTP\/1.1 200 OK/)
})

test.concurrent.each([
  ['a broken request', 'hello\r\n\r\n'],
  ['a request for a tunnel', request('CONNECT example.com:443 HTTP/1.1')],
])('the connection of %s ends, also when its client leaves its own side open', async (_, bytes) => {
  const client = connect({ port: portOf(service), host: '127.0.0.1', allowHalfOpen: true })
  const ofClient = await accepted(client)
  client.on('error', () => {}).resume()
  client.write(bytes)
  await once(client, 'end')
  await expect.poll(() => ofClient.destroyed, { timeout: PATIENCE }).toBe(true)
  client.destroy()
})

describe('what is no request, after a request on its connection,', () => {
  const CHUNKED = 'Transfer-Encoding: chunked'
  const lines = (...all: string[]) => [...all, 'Host: roster.test', '', ''].join('\r\n')
  const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status))

  test('is answered after it', async () => {
    const held = Promise.withResolvers<void>()
    release = held.promise
    const answers = exchange(`${lines('GET /livez?held HTTP/1.1')}hello\r\n\r\n`)
    await once(service.app.server, 'clientError')
    await wait(50)
    held.resolve()
    expect(statuses(await answers)).toEqual([200, 400])
  })

  test.each([
    ['HEAD /livez HTTP/1.1', 'hello\r\n\r\n'],
    ['HEAD /livez HTTP/1.1', 'GET / HTTP/1.1\r\nno colon\r\n\r\n'],
    ['GET /.well-known/jwks.json HTTP/1.1', 'hello\r\n\r\n'],
  ])('is answered by itself, whatever came before it in its packet: %s', async (line, broken) => {
    const answers = await exchange(lines(line) + broken)
    expect(statuses(answers)).toEqual([200, 400])
    expect(JSON.parse(answers.split('\r\n\r\n').at(-1)!)).toMatchObject({ code: 'bad-request', instance: '/' })
  })

  test.each([
    ['/v1/session', 'application/json', { code: 'bad-request', instance: '/v1/session', request_id: 'mine' }],
    ['/oauth/token', 'application/x-www-form-urlencoded', { error: 'invalid_request' }],
  ])('is answered in the name of that request when it is its body, in a later packet: %s', async (path, type, told) => {
    const head = lines(`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, CHUNKED, 'X-Request-ID: mine')
    const { status, headers, body } = await sendRaw(portOf(service), head, 'zz\r\n')
    expect([status, headers['x-request-id'], JSON.parse(body)]).toMatchObject([400, 'mine', told])
  })

  test('is answered at once when it is its body', async () => {
    const head = lines('POST /v1/session HTTP/1.1', 'Content-Type: application/json', CHUNKED)
    expect(statuses(await exchange(`${head}zz\r\n`))).toEqual([400])
  })

  test('ends the connection when it is its body and the answer has begun, into which nothing is written', async () => {
    const { secret } = await service.admin.sdk.apiKeys.create({
      name: 'Events',
      role: 'admin',
      scopes: ['read:events'],
    })
    const client = connect(portOf(service), '127.0.0.1')
    client.write(lines('GET /events HTTP/1.1', `X-API-Key: ${secret}`, CHUNKED))
    const [beginning] = (await once(client, 'data')) as [Buffer]
    client.write('zz\r\n')
    expect(statuses(String(beginning) + (await text(client)))).toEqual([200])
  })
})

test('a request for a tunnel is answered under its identifier', async () => {
  const answer = await exchange(request('CONNECT example.com:443 HTTP/1.1', 'X-Request-ID: mine'))
  expect(answer).toContain('x-request-id: mine')
  expect(answer).toContain('"instance":"/","code":"not-implemented","request_id":"mine"')
})

test('what is no request is told to stay with https where nothing else is served', async () => {
  const secure = await startService({ beside: service, httpsOnly: true })
  onTestFinished(() => secure.app.close())
  const hsts = 'strict-transport-security: max-age=63072000; includeSubDomains'
  expect(await exchange('hello\r\n\r\n')).not.toContain(hsts)
  expect(await (await rawConnection(secure.app))('hello\r\n\r\n')).toContain(hsts)
})

test('OPTIONS * is 204', async () => {
  expect(await exchange(request('OPTIONS * HTTP/1.1'))).toMatch(/^HTTP\/1.1 204 No Content/)
})
