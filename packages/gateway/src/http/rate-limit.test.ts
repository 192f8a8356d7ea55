import type { Problem } from '@roster/api'
import { DEFAULT_QUOTAS, memoryLimiter, type Quotas } from '@roster/gateway'
import { type Service, startService } from '@roster/test/service'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RateLimiter } from './rate-limit.ts'

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
    const { status, body } = await batch(3)
    const statuses = body.map((call: any) => call.error?.data.httpStatus ?? 200).sort()
    expect({ status, statuses }).toEqual({ status: 207, statuses: [200, 200, 429] })
  })

  test('a procedure that is not there counts against the address', async () => {
    const { anonymous } = await start()
    expect((await anonymous.rpc('no.such')).headers).toMatchObject(quotaHeaders('anonymous', 4, 3))
  })
})
