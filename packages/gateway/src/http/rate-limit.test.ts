import type { Problem } from '@roster/core/contract'
import { networkOf } from './client-network.ts'
import { memoryLimiter } from './rate-limit-stores.ts'
import { listen, sendRaw } from '@roster/test/raw-requests'
import { addressOf, Socket, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_QUOTAS, type Quotas, type RateLimiter } from './rate-limit.ts'

const QUOTAS: Quotas = { read: 5, write: 3, anonymous: 4, token: 2 }

let service: Service | undefined
afterEach(async () => {
  vi.useRealTimers()
  await service?.stop()
  service = undefined
})

const start = async (quotas = QUOTAS) => (service = await startService({ limiter: memoryLimiter(quotas) }))

/** What is left, or the problem. */
async function left(limiter: RateLimiter, ...[quota, subject]: Parameters<RateLimiter['spend']>): Promise<string> {
  try {
    const headers = await limiter.spend(quota, subject)
    return headers['x-ratelimit-remaining']!
  } catch (error) {
    return (error as Problem).code
  }
}

const quotaHeaders = (name: string, limit: number, remaining: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  ratelimit: expect.stringMatching(new RegExp(`^"${name}";r=${remaining};t=(?:[1-9]|[1-5]\\d|60)$`)),
  'ratelimit-policy': `"${name}";q=${limit};w=60`,
})

describe('a limiter', () => {
  test('counts down, refuses, and begins anew after a minute', async () => {
    vi.useFakeTimers()
    const limiter = memoryLimiter(QUOTAS)
    expect(await left(limiter, 'token', 'ada')).toBe('1')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await left(limiter, 'token', 'ada')).toBe('0')
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await left(limiter, 'token', 'ada')).toBe('rate-limited')
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await left(limiter, 'token', 'ada')).toBe('1')
  })

  test('says how long to wait: a minute at most, a second at least', async () => {
    vi.useFakeTimers()
    const limiter = memoryLimiter({ ...QUOTAS, token: 1 })
    await limiter.spend('token', 'ada')
    const refusal = () => limiter.spend('token', 'ada').catch((error: Problem) => error.headers)
    expect(await refusal()).toEqual({ ...quotaHeaders('token', 1, 0), 'retry-after': '60' })
    await vi.advanceTimersByTimeAsync(59_900)
    expect(await refusal()).toEqual({ ...quotaHeaders('token', 1, 0), 'retry-after': '1' })
  })

  test('counts each subject and each kind apart', async () => {
    const limiter = memoryLimiter(QUOTAS)
    expect(await left(limiter, 'read', 'ada')).toBe('4')
    expect(await left(limiter, 'read', 'ada')).toBe('3')
    expect(await left(limiter, 'read', 'bob')).toBe('4')
    expect(await left(limiter, 'write', 'ada')).toBe('2')
    expect(await left(limiter, 'anonymous', 'ada')).toBe('3')
  })
})

test('without other settings: 600 reads, 120 writes, 60 of nobody, 10 for tokens', () => {
  expect(DEFAULT_QUOTAS).toEqual({ read: 600, write: 120, anonymous: 60, token: 10 })
})

describe('an answer', () => {
  test('says what is left of the quota of its caller and kind', async () => {
    const { caller, admin, anonymous } = await start()
    const one = await caller({})
    const quotaOf = async (request: string, who = one, body?: unknown) => (await who.rest(request, body)).headers
    const next = { read: quotaHeaders('read', 5, 4), write: quotaHeaders('write', 3, 2) }

    expect(await quotaOf('GET /v1/me')).toMatchObject(next.read)
    expect(await quotaOf('HEAD /v1/me')).toMatchObject(quotaHeaders('read', 5, 3))
    expect(await quotaOf('GET /v1/users/none')).toMatchObject(quotaHeaders('read', 5, 2))
    expect(await quotaOf('GET /v1/users?limit=0')).toMatchObject(quotaHeaders('read', 5, 1))
    expect(await quotaOf('POST /v1/users', one, {})).toMatchObject(next.write)
    expect(await quotaOf('POST /v1/users', one, '{')).toMatchObject(quotaHeaders('write', 3, 1))
    expect(await quotaOf('GET /v1/me', admin)).toMatchObject(next.read)
    expect(await quotaOf('GET /v1/me', anonymous)).toMatchObject(quotaHeaders('anonymous', 4, 3))
  })

  test.each([
    ['GET', '/'],
    ['GET', '/errors'],
    ['GET', '/openapi.json'],
    ['GET', '/nothing'],
    ['GET', '/users'],
    ['GET', '/v1/users/'],
    ['DELETE', '/v1/users'],
    ['OPTIONS', '/v1/users'],
    ['OPTIONS', '*'],
  ])('to nobody known counts against the address: %s %s', async (method, url) => {
    const { anonymous } = await start()
    expect((await anonymous.rest(`${method} ${url}`)).headers).toMatchObject(quotaHeaders('anonymous', 4, 3))
  })

  test.each([
    ['GET', '/nothing', 'read'],
    ['GET', '/users', 'read'],
    ['GET', '/v1/users/', 'read'],
    ['HEAD', '/nothing', 'read'],
    ['OPTIONS', '/v1/users', 'read'],
    ['DELETE', '/v1/users', 'write'],
    ['GET', '/trpc/nothing', 'read'],
    ['POST', '/trpc/events.subscribe', 'write'],
  ] as const)('that no operation makes counts against who is known: %s %s', async (method, url, quota) => {
    const { admin } = await start()
    expect((await admin.rest(`${method} ${url}`, method === 'POST' ? {} : undefined)).headers).toMatchObject(
      quotaHeaders(quota, QUOTAS[quota], QUOTAS[quota] - 1),
    )
  })

  test('that is a page counts against the address, whoever asks for it: it is served without the database', async () => {
    const { admin } = await start()
    expect((await admin.rest('GET /openapi.json')).headers).toMatchObject(quotaHeaders('anonymous', 4, 3))
  })

  test('that no operation makes counts against the address where the credential is bad', async () => {
    const { anonymous } = await start()
    const bad = { 'x-api-key': 'rk_0000000000000000000000000000000000000000' }
    const answer = await anonymous.rest('GET /nothing', undefined, bad)
    expect(answer).toMatchObject({ status: 404, headers: quotaHeaders('anonymous', 4, 3) })
  })

  test('to a preflight, and of health, is free', async () => {
    const { anonymous } = await start({ ...QUOTAS, anonymous: 1 })
    const asks = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' }
    for (const [request, headers, status] of [
      ['OPTIONS /v1/users', asks, 204],
      ['OPTIONS /v1/users', asks, 204],
      ['GET /livez', {}, 200],
      ['GET /readyz', {}, 200],
    ] as const) {
      const answer = await anonymous.rest(request, undefined, headers)
      expect(answer.status).toBe(status)
      expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
    }
    expect(await anonymous.rest('GET /v1/me')).toMatchObject({ status: 401 })
  })
})

const head = (line: string, ...headers: string[]) => [line, 'Host: roster.test', ...headers, '', ''].join('\r\n')
const long = 'a'.repeat(20_000)

const refusedEarly: [name: string, status: number, bytes: string][] = [
  ['two Host headers', 400, head('GET /v1/me HTTP/1.1', 'Host: roster.test')],
  ['a bad percent-encoding', 400, head('GET /v1/%zz HTTP/1.1')],
  ['a broken line', 400, 'hello\r\n\r\n'],
  ['a broken header', 400, head('GET /v1/me HTTP/1.1', 'no colon')],
  ['a long target', 414, head(`GET /${long} HTTP/1.1`)],
  ['a long target with a bad percent-encoding', 414, head(`GET /%zz${long} HTTP/1.1`)],
  ['a target that the parser gives up on', 414, head(`GET /${long}${long} HTTP/1.1`)],
  ['long headers', 431, head('GET /v1/me HTTP/1.1', `X-Long: ${long}`)],
  ['headers that the parser gives up on', 431, head('GET /v1/me HTTP/1.1', `X-Long: ${long}${long}`)],
  ['TRACE', 501, head('TRACE /v1/me HTTP/1.1')],
  ['an unknown method', 501, head('FROB /v1/me HTTP/1.1')],
  ['CONNECT', 501, head('CONNECT roster.test:443 HTTP/1.1')],
  ['a call with the wrong method', 401, head('GET /trpc/users.create HTTP/1.1')],
  ['a batch that is too large', 400, head(`GET /trpc/${Array(51).fill('me.get').join(',')}?batch=1 HTTP/1.1`)],
]

describe('what is refused before it is known who asks', () => {
  const quotas = { ...QUOTAS, anonymous: refusedEarly.length }
  let early: Service
  let port: number
  beforeAll(async () => {
    early = await startService({ limiter: memoryLimiter(quotas) })
    port = await listen(early.app)
  })
  afterAll(() => early.stop())

  test.each(refusedEarly.map((refused, index) => [...refused, quotas.anonymous - index - 1] as const))(
    'counts against the address: %s (%i)',
    async (_name, status, bytes, remaining) => {
      const answer = await sendRaw(port, bytes)
      expect(answer).toMatchObject({ status, headers: quotaHeaders('anonymous', quotas.anonymous, remaining) })
    },
  )

  test.each(refusedEarly)('is 429 over the quota: %s', async (_name, _status, bytes) => {
    const headers = { ...quotaHeaders('anonymous', quotas.anonymous, 0), 'retry-after': expect.stringMatching(/^\d+$/) }
    expect(await sendRaw(port, bytes)).toMatchObject({ status: 429, headers })
  })
})

describe('with https alone', () => {
  test.each([
    ['GET', 308],
    ['POST', 403],
  ])(
    '%s over plain HTTP (%i) counts against the address, whatever credential it gives away',
    async (method, status) => {
      service = await startService({ limiter: memoryLimiter(QUOTAS), httpsOnly: true })
      const answer = await service.admin.rest(`${method} /v1/users`)
      expect(answer).toMatchObject({ status, headers: quotaHeaders('anonymous', 4, 3) })
    },
  )
})

test('what is our own fault says what is left, and is free', async () => {
  const overload = { eventLoopDelay: 60_000, waitingQueries: 0 }
  service = await startService({ limiter: memoryLimiter(QUOTAS), overload })
  await expect.poll(async () => (await service!.anonymous.rest('GET /v1/me')).status).toBe(503)
  const before = await service.anonymous.rest('GET /v1/me')
  expect(before).toMatchObject({ status: 503, headers: { 'x-ratelimit-limit': '4' } })
  const after = await service.anonymous.rest('GET /v1/me')
  expect(after.headers['x-ratelimit-remaining']).toBe(before.headers['x-ratelimit-remaining'])
})

test('what is our own fault tells an address of IPv6 what is left to its /64', async () => {
  const limiter = memoryLimiter(QUOTAS)
  await limiter.spend('anonymous', networkOf('2001:db8::1'))
  service = await startService({ limiter, overload: { eventLoopDelay: 60_000, waitingQueries: 0 } })
  const { app } = service
  const from = async (remoteAddress: string) => {
    const { statusCode, headers } = await app.inject({ url: '/v1/me', remoteAddress })
    return [statusCode, headers['x-ratelimit-remaining']]
  }
  await expect.poll(() => from('192.0.2.1')).toEqual([503, expect.any(String)])
  expect(await from('2001:db8::2')).toEqual([503, '3'])
})

test('over the quota is 429 with Retry-After, and nothing is done', async () => {
  const { admin } = await start()
  const user = (index: number) => ({ name: 'Ada', email: `ada.${index}@example.com`, role: 'viewer' })
  for (let index = 0; index < 3; index++) {
    expect(await admin.rest('POST /v1/users', user(index))).toMatchObject({ status: 201 })
  }
  expect(await admin.rest('POST /v1/users', user(3))).toMatchObject({
    status: 429,
    headers: { ...quotaHeaders('write', 3, 0), 'retry-after': expect.stringMatching(/^(?:[1-9]|[1-5]\d|60)$/) },
    body: { code: 'rate-limited' },
  })
  expect(await admin.rest('GET /v1/users')).toMatchObject({ status: 200, body: { data: { length: 3 } } })
})

test('credentials cannot be tried out without limit', async () => {
  const { withKey, anonymous, admin } = await start()
  const guess = (index: number) => withKey(`rk_${String(index).padStart(38, '0')}`).rest('GET /v1/me')
  const statuses = []
  for (let index = 0; index < 5; index++) statuses.push((await guess(index)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 429])
  expect(await anonymous.rest('GET /v1/me')).toMatchObject({ status: 429 })
  expect(await admin.rest('GET /v1/me')).toMatchObject({ status: 200 })
})

test('an address of IPv6 counts as its /64', async () => {
  const { app } = await start({ ...QUOTAS, anonymous: 1 })
  const from = async (remoteAddress: string) => (await app.inject({ url: '/v1/me', remoteAddress })).statusCode
  expect(await from('2001:db8:0:1::1')).toBe(401)
  expect(await from('2001:db8:0:1:ffff::2')).toBe(429)
  expect(await from('2001:db8:0:2::1')).toBe(401)
  expect(await from('::ffff:192.0.2.1')).toBe(401)
  expect(await from('192.0.2.1')).toBe(429)
})

test('addresses are counted apart, and a forwarded one counts only from a proxy that is trusted', async () => {
  const { app } = await start({ ...QUOTAS, anonymous: 1 })
  const from = async (remoteAddress: string, forwarded: string) =>
    (await app.inject({ url: '/v1/me', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).statusCode
  expect(await from('192.0.2.1', '198.51.100.1')).toBe(401)
  expect(await from('192.0.2.1', '198.51.100.2')).toBe(429)
  expect(await from('192.0.2.2', '198.51.100.1')).toBe(401)
})

describe('over RPC', () => {
  test('queries are reads, mutations are writes', async () => {
    const { caller } = await start()
    const one = await caller({})
    expect((await one.rpc('me.get')).headers).toMatchObject(quotaHeaders('read', 5, 4))
    expect((await one.rpc('users.create', {})).headers).toMatchObject(quotaHeaders('write', 3, 2))
  })

  test('a batch counts each of its calls', async () => {
    const { caller } = await start()
    const one = await caller({})
    const batch = (calls: number) => one.rest(`GET /trpc/${Array(calls).fill('me.get').join(',')}?batch=1`)
    expect((await batch(3)).headers).toMatchObject(quotaHeaders('read', 5, 2))
    const { status, headers, body } = await batch(3)
    expect(headers).toMatchObject({ ...quotaHeaders('read', 5, 0), 'retry-after': expect.stringMatching(/^\d+$/) })
    const statuses = body.map((call: any) => call.error?.data.httpStatus ?? 200).sort()
    expect({ status, statuses }).toEqual({ status: 207, statuses: [200, 200, 429] })
  })

  test('over a socket each call and each subscription counts as well, beside the opening', async () => {
    const { app, admin } = await start()
    const { secret } = await admin.sdk.apiKeys.create({ name: 'Socket', role: 'admin', scopes: ['read:events'] })
    const socket = await Socket.open(`${await addressOf(app)}/trpc`, { 'x-api-key': secret })
    const query = { method: 'query', params: { path: 'me.get' } }
    const subscription = { method: 'subscription', params: { path: 'events.subscribe' } }
    for (const [nth, call] of [query, subscription, query, query, query].entries()) {
      socket.say({ id: nth, ...call })
      await until(() => (socket.received.length > nth ? true : undefined))
    }
    const statuses = socket.received.map(({ error }) => error?.data.httpStatus ?? 200)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    socket.raw.close()
  })

  test('a body of nobody is not waited for over the quota', async () => {
    const { app, anonymous } = await start()
    const port = await listen(app)
    for (let count = 0; count < QUOTAS.anonymous; count++)
      expect(await anonymous.rpc('users.create', {})).toMatchObject({ status: 401 })
    const withoutBody = head('POST /trpc/users.create HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9')
    expect(await sendRaw(port, withoutBody)).toMatchObject({ status: 429 })
  })

  test('each call of a batch of nobody counts, whether it has a body or not', async () => {
    const { anonymous } = await start()
    const batch = await anonymous.rest('POST /trpc/users.create,users.create,users.create?batch=1', '{}')
    expect(batch).toMatchObject({
      status: 401,
      headers: quotaHeaders('anonymous', QUOTAS.anonymous, QUOTAS.anonymous - 3),
    })
  })

  test('each procedure that is not there counts against the address', async () => {
    const { anonymous } = await start()
    expect((await anonymous.rpc('no.such')).headers).toMatchObject(quotaHeaders('anonymous', 4, 3))
    const { headers } = await anonymous.rest('GET /trpc/no.such,no.other?batch=1')
    expect(headers).toMatchObject(quotaHeaders('anonymous', 4, 1))
  })
})
