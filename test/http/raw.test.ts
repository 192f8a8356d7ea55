import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, type RawResponse, sendRaw, sendRawFor } from '@roster/test/raw-requests'
import { BASE_URL, type Service, startService } from '@roster/test/service'

let service: Service
let port: number
let head: string
beforeAll(async () => {
  service = await startService()
  port = await listen(service.app)
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Raw',
    role: 'admin',
    scopes: ['read:users', 'write:users'],
  })
  head = `Host: roster.test\r\nX-API-Key: ${secret}\r\n`
})
afterAll(() => service.stop())

/** A request of the given start line, with Host and credential, more header lines, and a body. */
const request = (line: string, more: string[] = [], body = '') =>
  `${line}\r\n${head}${more.map((text) => `${text}\r\n`).join('')}\r\n${body}`

const get = (target: string, ...more: string[]) => request(`GET ${target} HTTP/1.1`, more)
const post = (more: string[], body: string) =>
  request('POST /v1/users HTTP/1.1', ['Content-Type: application/json', ...more], body)

const letters = (count: number) => 'a'.repeat(count)
/** How many bytes of header names and values every request has. */
const sizeOfHead = () => head.replaceAll(/: |\r\n/g, '').length
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: ${letters(20)}`)

const STATUS = {
  'bad-request': 400,
  'malformed-json': 400,
  'invalid-parameters': 400,
  unauthenticated: 401,
  'not-found': 404,
  'request-timeout': 408,
  'payload-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'headers-too-large': 431,
  'not-implemented': 501,
} as const

type Code = keyof typeof STATUS

/** Every refusal is a whole problem with the headers of every answer, whichever layer it comes from. */
function expectProblem(answer: RawResponse, code: Code): void {
  expect(answer).toMatchObject({
    status: STATUS[code],
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      vary: 'Accept, Accept-Encoding, Origin',
    },
  })
  expect(JSON.parse(answer.body)).toEqual({
    type: `${BASE_URL}/errors/${code}`,
    title: expect.any(String),
    status: STATUS[code],
    detail: expect.any(String),
    instance: expect.stringMatching(/^\//),
    code,
    request_id: answer.headers['x-request-id'],
  })
}

const CHUNKS = '2\r\n{}\r\n0\r\n\r\n'

const [POST, CHUNKED] = ['POST /v1/users HTTP/1.1', 'Transfer-Encoding: chunked']

const TLS_HELLO = Buffer.from(`160301007a010000760303${'00'.repeat(100)}`, 'hex')

// What goes over the wire, what it is to a caller, and whether the connection ends: bytes after it cannot be trusted.
const refused: [name: string, bytes: () => string | Buffer, code: Code, closed: boolean][] = [
  ['two Host headers', () => get('/v1/me', 'Host: other.test'), 'bad-request', false],
  ['the same Host header twice', () => get('/v1/me', 'Host: roster.test'), 'bad-request', false],
  ['no Host header', () => 'GET /v1/me HTTP/1.1\r\n\r\n', 'bad-request', false],
  ['a Host header that is no host', () => 'GET /v1/me HTTP/1.1\r\nHost: a b/c\r\n\r\n', 'bad-request', false],
  ['absolute form for another host', () => get('http://other.test/v1/me'), 'bad-request', false],
  ['absolute form without a Host header', () => 'GET http://other.test/v1/me HTTP/1.0\r\n\r\n', 'bad-request', true],
  ['absolute form with our name as user', () => get('http://roster.test@other.test/v1/me'), 'bad-request', false],
  ['absolute form of another scheme', () => get('ftp://roster.test/v1/me'), 'bad-request', false],
  ['an asterisk for GET', () => get('*'), 'bad-request', false],
  ['a path without its slash', () => get('v1/me'), 'bad-request', true],

  [
    'Content-Length and Transfer-Encoding',
    () => post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    'bad-request',
    true,
  ],
  [
    'Transfer-Encoding and Content-Length',
    () => post(['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'),
    'bad-request',
    true,
  ],
  ['two Content-Lengths', () => post(['Content-Length: 2', 'Content-Length: 3'], '{} '), 'bad-request', true],
  ['a list of Content-Lengths', () => post(['Content-Length: 2, 3'], '{} '), 'bad-request', true],
  ['a negative Content-Length', () => post(['Content-Length: -1'], ''), 'bad-request', true],
  ['an unknown Transfer-Encoding', () => post(['Transfer-Encoding: xchunked'], '0\r\n\r\n'), 'bad-request', true],
  ['Transfer-Encoding: identity', () => post(['Transfer-Encoding: identity'], '{}'), 'bad-request', true],
  ['a coding before chunked', () => post(['Transfer-Encoding: gzip, chunked'], CHUNKS), 'not-implemented', false],
  [
    'a coding in a line of its own',
    () => post(['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], CHUNKS),
    'not-implemented',
    false,
  ],
  [
    'chunks over HTTP/1.0',
    () =>
      request('POST /v1/users HTTP/1.0', ['Connection: keep-alive', 'Content-Type: application/json', CHUNKED], CHUNKS),
    'bad-request',
    true,
  ],
  [
    'chunks over HTTP/1.0 to what is no path',
    () => request('POST /v1/users#a HTTP/1.0', ['Connection: keep-alive', CHUNKED], CHUNKS),
    'bad-request',
    true,
  ],
  ['chunks of no type', () => request(POST, [CHUNKED], CHUNKS), 'unsupported-media-type', true],
  ['a chunk without a size', () => post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'), 'bad-request', true],
  ['a chunk without its end', () => post(['Transfer-Encoding: chunked'], '2\r\n{}zz0\r\n\r\n'), 'bad-request', true],

  ['a folded header', () => get('/v1/me', 'X-Folded: a', ' b'), 'bad-request', true],
  ['a space before the colon', () => get('/v1/me', 'X-Spaced : a'), 'bad-request', true],
  ['a header without a name', () => get('/v1/me', ': a'), 'bad-request', true],
  ['a header name that is no token', () => get('/v1/me', 'X(A): b'), 'bad-request', true],
  ['a NUL in a header', () => get('/v1/me', 'X-Nul: a\0b'), 'bad-request', true],
  ['line ends without CR', () => get('/v1/me').replaceAll('\r\n', '\n'), 'bad-request', true],
  ['line ends without LF', () => get('/v1/me').replaceAll('\r\n', '\r'), 'bad-request', true],

  ['a percent sign before no digits', () => get('/v1/users/%zz'), 'bad-request', false],
  ['a percent-encoding that is no UTF-8', () => get('/v1/users/%c0%af'), 'bad-request', false],
  ['a bad percent-encoding in the query', () => get('/v1/users?search=%zz'), 'invalid-parameters', false],
  ['a NUL in the path', () => get('/v1/users/a\0b'), 'bad-request', true],
  ['an encoded NUL in the path', () => get('/v1/users/a%00b'), 'not-found', false],
  ['a path that is not ASCII', () => get('/v1/users/é'), 'bad-request', true],
  ['a fragment', () => get('/v1/me#part'), 'bad-request', false],
  ['a fragment after the query', () => get('/v1/users?limit=1#part'), 'bad-request', false],
  ['two slashes at the start', () => get('//v1/users'), 'not-found', false],
  ['a back slash before a resource', () => get('/\\users'), 'not-found', false],
  ['a back slash after a resource', () => get('/users/\\evil.example/'), 'not-found', false],
  ['a back slash before a host', () => get('/\\evil.example/'), 'not-found', false],
  ['a back slash and a slash at the end', () => get('/v1/\\evil.example/'), 'not-found', false],
  ['dots in the path', () => get('/v1/../v1/me'), 'not-found', false],

  ['a target of 8,193 bytes', () => get(`/v1/users?search=${letters(8_193 - 17)}`), 'uri-too-long', false],
  ['a target of 20 KiB', () => get(`/${letters(20_480)}`), 'uri-too-long', false],
  ['a target of 60 KiB', () => get(`/${letters(61_440)}`), 'uri-too-long', true],
  ['a header over 16 KiB', () => get('/v1/me', `X-Long: ${letters(16_500)}`), 'headers-too-large', false],
  ['a header of 60 KiB', () => get('/v1/me', `X-Long: ${letters(61_440)}`), 'headers-too-large', true],
  ['a header of 1.5 MiB', () => get('/v1/me', `X-Long: ${letters(1_572_864)}`), 'headers-too-large', true],
  ['many headers, together over 16 KiB', () => get('/v1/me', ...numbered(700)), 'headers-too-large', false],
  ['5,000 headers', () => get('/v1/me', ...numbered(5_000)), 'headers-too-large', true],
  ['a body over 1 MiB, announced', () => post(['Content-Length: 1048577'], ''), 'payload-too-large', true],
  [
    'a body over 1 MiB, in chunks',
    () => post(['Transfer-Encoding: chunked'], `100001\r\n${letters(1_048_577)}\r\n0\r\n\r\n`),
    'payload-too-large',
    true,
  ],
  [
    'a compressed body',
    () => post(['Content-Encoding: gzip', 'Content-Length: 2'], '{}'),
    'unsupported-media-type',
    true,
  ],

  ['a method that nobody knows', () => request('FROBNICATE /v1/me HTTP/1.1'), 'not-implemented', true],
  ['a method in lower case', () => request('get /v1/me HTTP/1.1'), 'not-implemented', true],
  ['a method of WebDAV', () => request('PROPFIND /v1/me HTTP/1.1'), 'not-implemented', false],
  ['TRACE', () => request('TRACE /v1/me HTTP/1.1'), 'not-implemented', false],
  ['CONNECT', () => request('CONNECT roster.test:443 HTTP/1.1'), 'not-implemented', true],

  ['prose', () => 'this is no request\r\n\r\n', 'bad-request', true],
  ['a method alone', () => 'GET\r\n\r\n', 'bad-request', true],
  ['no target', () => request('GET  HTTP/1.1'), 'bad-request', true],
  ['HTTP/0.9', () => 'GET /v1/me\r\n\r\n', 'bad-request', true],
  ['HTTP/2.0 in a line', () => request('GET /v1/me HTTP/2.0'), 'bad-request', true],
  ['HTTP/3.7 in a line', () => request('GET /v1/me HTTP/3.7'), 'bad-request', true],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'bad-request', true],
  ['the greeting of TLS', () => TLS_HELLO, 'bad-request', true],
]

describe('is refused with a problem, and the service answers the next request', () => {
  test.each(refused)('%s', async (_name, bytes, code, closed) => {
    const answer = await sendRaw(port, bytes())
    expectProblem(answer, code)
    expect(answer.closed).toBe(closed)
    expect(await sendRaw(port, get('/v1/me'))).toMatchObject({ status: 200 })
  })
})

test.each([
  [
    'a length and a coding',
    () => request('HEAD /v1/me HTTP/1.1', ['Content-Length: 1', 'Transfer-Encoding: chunked']),
    400,
  ],
  ['a broken header', () => request('HEAD /v1/me HTTP/1.1', ['no colon']), 400],
  ['a header of 60 KiB', () => request('HEAD /v1/me HTTP/1.1', [`X-Long: ${letters(61_440)}`]), 431],
])('a HEAD with %s is refused without a body', async (_name, bytes, status) => {
  const answer = await sendRaw(port, bytes())
  expect(answer).toMatchObject({ status, closed: true, body: '' })
  expect(Number(answer.headers['content-length'])).toBeGreaterThan(100)
})

const LINE_END = ' HTTP/1.1\r\nHost: roster.test\r\n\r\n'

// What the parser gives up on, in packets that do not show what it is.
const scattered: [name: string, packets: string[], code: Code][] = [
  ['a target of 9 KiB', ['GET /', letters(5_000), letters(4_000) + LINE_END], 'uri-too-long'],
  ['a target of 30 KiB', [`GET /${letters(20_000)}`, letters(5_000), letters(5_000) + LINE_END], 'uri-too-long'],
  ['a target of 100 KiB', ['G', 'ET', ` /${letters(50_000)}`, letters(50_000), LINE_END], 'uri-too-long'],
  ['a target cut before the version', [`GET /${letters(30_000)}`, ' HTT', 'P/1.1\r', '\n\r\n'], 'uri-too-long'],
  ['a target without an end', ['GET /', letters(20_000), letters(10_000)], 'uri-too-long'],
  ['a header of 30 KiB', ['GET / HTTP/1.1\r\nX-Long: ', letters(20_000), `${letters(9_000)}\r\n`], 'headers-too-large'],
  [
    'a header of words',
    ['GET / HTTP/1.1\r\nX: ', 'HTTP/1.1 '.repeat(2_000), 'HTTP/1.1 '.repeat(1_000)],
    'headers-too-large',
  ],
  ['an unknown method', ['FRO', 'B /v1/me HT', 'TP/1.1\r\nHost: roster.test\r\n\r\n'], 'not-implemented'],
  ['prose', ['this is ', 'no request\r\n'], 'bad-request'],
]

test.each(scattered)('%s in several packets is what it is in one', async (_name, packets, code) => {
  const answer = await sendRaw(port, ...packets)
  expectProblem(answer, code)
  expect(answer.status).toBe(STATUS[code])
})

/** A header with which all are of their full size, 16 KiB. */
const fullHeader = () => `X-Long: ${letters(16_384 - 'X-Long'.length - sizeOfHead())}`

const served: [name: string, bytes: () => string, status: number, closed: boolean][] = [
  ['absolute form for the host in Host', () => get('http://roster.test/v1/me'), 200, false],
  ['absolute form in capitals', () => get('HTTP://ROSTER.TEST/v1/me'), 200, false],
  ['absolute form with the port of its scheme', () => get('http://roster.test:80/v1/me'), 200, false],
  ['HTTP/1.0 without Host', () => 'GET /livez HTTP/1.0\r\n\r\n', 200, true],
  ['a target of 8,192 bytes', () => get(`/livez?${letters(8_192 - 7)}`), 200, false],
  ['a header under 16 KiB', () => get('/v1/me', `X-Long: ${letters(16_000)}`), 200, false],
  ['a target and headers of their full size', () => get(`/livez?${letters(8_192 - 7)}`, fullHeader()), 200, false],
  ['many small headers', () => get('/v1/me', ...Array.from({ length: 2_000 }, () => 'X: y')), 200, false],
  ['an asterisk for OPTIONS', () => request('OPTIONS * HTTP/1.1'), 204, false],
  ['an expectation of nobody knows what', () => get('/v1/me', 'Expect: something'), 200, false],
  ['an upgrade to what is not spoken', () => get('/v1/me', 'Connection: Upgrade', 'Upgrade: h2c'), 200, true],
  ['an upgrade where no socket is', () => get('/v1/me', 'Connection: Upgrade', 'Upgrade: websocket'), 200, true],
  ['chunks in capitals', () => post(['Transfer-Encoding: Chunked'], CHUNKS), 422, false],
  ['a body on GET', () => request('GET /v1/me HTTP/1.1', ['Content-Length: 2'], '{}'), 200, false],
]

test.each(served)('%s is served', async (_name, bytes, status, closed) => {
  const answer = await sendRaw(port, bytes())
  expect({ status: answer.status, closed: answer.closed }).toEqual({ status, closed })
  expect(answer.headers['x-frame-options']).toBe('DENY')
})

test('Expect: 100-continue is told to go on, and then answered', async () => {
  const answer = await sendRawFor(1, port, post(['Expect: 100-continue', 'Content-Length: 2'], '{}'))
  expect(answer.status).toBe(100)
  expect(answer.body).toMatch(/^HTTP\/1\.1 422 /)
})

test('requests sent at once over one connection are answered in their order', async () => {
  const { status, body } = await sendRawFor(3, port, get('/v1/me') + get('/v1/nothing') + get('/livez'))
  const following = [...body.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code))
  expect([status, ...following]).toEqual([200, 404, 200])
})

test('a request smuggled behind a bad length is never run', async () => {
  const smuggled = 'POST /v1/users HTTP/1.1\r\nHost: roster.test\r\n\r\n'
  const answer = await sendRaw(port, post(['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`))
  expectProblem(answer, 'bad-request')
  expect(answer.body).not.toContain('HTTP/1.1')
})

const GIVEN = { headersTimeout: 15_000, requestTimeout: 60_000 }

test('a request is given a minute to arrive, and its head 15 seconds', () => {
  expect(service.app.server).toMatchObject(GIVEN)
})

describe('who is slow gets 408 and loses the connection:', () => {
  beforeAll(() => {
    Object.assign(service.app.server, { headersTimeout: 1, requestTimeout: 2 })
  })
  afterAll(() => {
    Object.assign(service.app.server, GIVEN)
  })

  // Node looks at its connections every few seconds.
  test.concurrent.each<[string, () => string]>([
    ['headers', () => 'GET /v1/me HTTP/1.1\r\nHost: roster'],
    ['a request line', () => 'GET /v1/me\r\n'],
    ['a body with a length', () => post(['Content-Length: 100'], '{')],
    ['a body in chunks', () => post(['Transfer-Encoding: chunked'], '1\r\n{\r\n')],
  ])('%s', async (_name, bytes) => {
    const answer = await sendRaw(port, bytes())
    expectProblem(answer, 'request-timeout')
    expect(answer.closed).toBe(true)
  })
})

test('a caller that hangs up in the middle leaves nothing behind', async () => {
  for (const bytes of ['GET /v1', post(['Content-Length: 100'], '{'), get('/v1/users')]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
    socket.resetAndDestroy()
  }
  expect(await sendRaw(port, get('/v1/me'))).toMatchObject({ status: 200 })
})
