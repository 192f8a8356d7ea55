import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_QUOTAS, type Quotas } from '../http/rate-limit.ts'
import { memoryLimiter, memoryStore } from '../http/rate-limit-stores.ts'
import { addClient, basicOf, type TestClient } from '@roster/test/oauth'
import { type Service, startService } from '@roster/test/service'
import { tokenThrottle, unlimitedAttempts } from './attempts.ts'

let service: Service
let client: TestClient
const started: Service[] = []
beforeAll(async () => {
  service = await startService()
  client = await addClient(service)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const one of started.splice(0)) await one.app.close()
})
afterAll(() => service.stop())

/** Sends a form, and returns how it was answered. */
async function post(at: Service, path: string, form: Record<string, string>, from = '192.0.2.1') {
  const { statusCode, headers, body } = await at.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: statusCode, headers, body: JSON.parse(body) as Record<string, unknown> }
}

const start = async (options: Parameters<typeof startService>[0]) => {
  started.push(await startService({ ...options, beside: service }))
  return started.at(-1)!
}

const statuses = async (count: number, make: (nth: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let nth = 0; nth < count; nth++) seen.push((await make(nth)).status)
  return seen
}

const grant = { grant_type: 'client_credentials' }
const madeUp = (nth: number) => ({ ...grant, client_id: `made-up-${nth}`, client_secret: 'x' })
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('where nothing else is limited, an address asks for 60 tokens a minute', () => {
  const throttled = () => start({ provider: { attempts: { ...unlimitedAttempts, token: tokenThrottle(memoryStore) } } })

  test('whatever clients it names, and the next is told how long to wait', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
    const at = await throttled()
    expect(await statuses(60, (nth) => post(at, '/oauth/token', madeUp(nth)))).toEqual(times(60, 401))
    vi.advanceTimersByTime(20_000)
    const { status, headers, body } = await post(at, '/token', madeUp(60))
    expect({ status, wait: headers['retry-after'], body }).toEqual({
      status: 429,
      wait: '40',
      body: {
        error: 'temporarily_unavailable',
        error_description: 'An address may ask for 60 tokens a minute. Try again in 40 s.',
      },
    })
    expect(await post(at, '/oauth/token', madeUp(61), '192.0.2.2')).toMatchObject({ status: 401 })
    vi.advanceTimersByTime(40_001)
    expect(await post(at, '/oauth/token', madeUp(62))).toMatchObject({ status: 401 })
  })

  test('and the one that is told so is told its quota as well', async () => {
    const provider = { attempts: { ...unlimitedAttempts, token: tokenThrottle(memoryStore) } }
    const limited = await start({ provider, limiter: memoryLimiter({ ...DEFAULT_QUOTAS, anonymous: 100 }) })
    await statuses(60, (nth) => post(limited, '/oauth/token', madeUp(nth)))
    const { status, headers } = await post(limited, '/oauth/token', madeUp(60))
    expect({ status, limit: headers['x-ratelimit-limit'], left: headers['x-ratelimit-remaining'] }).toEqual({
      status: 429,
      limit: '100',
      left: '99',
    })
  })

  test('with bodies that are no forms as well', async () => {
    const at = await throttled()
    const ask = async () => {
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await at.app.inject({ method: 'POST', url: '/token', headers, payload: '{}' })
      return { status: statusCode }
    }
    expect(await statuses(61, ask)).toEqual([...times(60, 415), 429])
  })

  test('and all addresses of an IPv6 /64 are one', async () => {
    const at = await throttled()
    const from = (nth: number) => post(at, '/oauth/token', madeUp(nth), `2001:db8:0:1::${nth.toString(16)}`)
    expect(await statuses(61, from)).toEqual([...times(60, 401), 429])
    expect(await post(at, '/oauth/token', madeUp(0), '2001:db8:0:2::1')).toMatchObject({ status: 401 })
  })
})

describe('the quota of a client and address', () => {
  const limited = (quotas: Partial<Quotas>) => start({ limiter: memoryLimiter({ ...DEFAULT_QUOTAS, ...quotas }) })

  test('is one for all clients that are not registered, so that made-up names open none', async () => {
    const at = await limited({ token: 2 })
    expect(await statuses(3, (nth) => post(at, '/oauth/token', madeUp(nth)))).toEqual([401, 401, 429])
    const ask = () => post(at, '/oauth/token', { ...grant, client_id: client.client_id })
    expect(await statuses(3, ask)).toEqual([401, 401, 429])
  })

  test('is the same when the client writes its name percent-encoded', async () => {
    const at = await limited({ token: 2 })
    const ask = async (client_id: string) => {
      const { statusCode } = await at.app.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: basicOf({ ...client, client_id }),
        },
        payload: 'grant_type=client_credentials',
      })
      return { status: statusCode }
    }
    const encoded = client.client_id.replace('_', '%5F')
    expect(await statuses(3, (nth) => ask(nth === 0 ? client.client_id : encoded))).toEqual([200, 200, 429])
    expect(await statuses(3, () => ask('%'))).toEqual([400, 400, 429])
  })

  test('is another for each address, so that nobody uses up that of a client elsewhere', async () => {
    const at = await limited({ token: 2 })
    const ask = (from: string) => post(at, '/oauth/token', { ...grant, client_id: client.client_id }, from)
    expect(await statuses(3, () => ask('192.0.2.1'))).toEqual([401, 401, 429])
    expect(await ask('192.0.2.2')).toMatchObject({ status: 401 })
  })

  test('is one for all addresses of an IPv6 /64', async () => {
    const at = await limited({ token: 2 })
    const ask = (nth: number) =>
      post(at, '/token', { ...grant, client_id: client.client_id }, `2001:db8:0:1::${nth.toString(16)}`)
    expect(await statuses(3, ask)).toEqual([401, 401, 429])
  })
})

describe.each(['/oauth/introspect', '/oauth/revoke'])('%s', (path) => {
  const quotas = { ...DEFAULT_QUOTAS, read: 5, anonymous: 2 }
  const send = async (at: Service, authorization: string, remoteAddress = '192.0.2.1') => {
    const { statusCode: status, headers } = await at.app.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      payload: 'token=unknown',
    })
    return { status, headers }
  }

  test('a client that proves itself has a quota of its own, and takes nothing from its address', async () => {
    const at = await start({ limiter: memoryLimiter(quotas) })
    const { status, headers } = await send(at, basicOf(client))
    expect({ status, limit: headers['x-ratelimit-limit'], left: headers['x-ratelimit-remaining'] }).toEqual({
      status: 200,
      limit: '5',
      left: '4',
    })
    expect(await statuses(5, () => send(at, basicOf(client)))).toEqual([...times(4, 200), 429])
    expect((await at.app.inject({ url: '/v1/me', remoteAddress: '192.0.2.1' })).headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
    })
  })

  test('who proves itself under its percent-encoded name has that quota too', async () => {
    const at = await start({ limiter: memoryLimiter(quotas) })
    const encoded = { ...client, client_id: client.client_id.replace('_', '%5F') }
    expect((await send(at, basicOf(encoded))).headers).toMatchObject({ 'x-ratelimit-limit': '5' })
  })

  test('who names a client elsewhere uses up nothing of its quota', async () => {
    const at = await start({ limiter: memoryLimiter(quotas) })
    await statuses(6, () => send(at, basicOf({ ...client, client_secret: 'wrong' }), '192.0.2.2'))
    expect(await send(at, basicOf(client))).toMatchObject({ status: 200 })
  })

  test.each([
    ['a secret', () => basicOf({ ...client, client_secret: 'wrong' })],
    ['a client', () => basicOf({ client_id: 'made-up', client_secret: 'wrong' })],
  ])('who makes up %s counts against the address', async (_what, authorization) => {
    const at = await start({ limiter: memoryLimiter(quotas) })
    expect(await statuses(3, () => send(at, authorization()))).toEqual([401, 401, 429])
    expect(await send(at, basicOf(client))).toMatchObject({ status: 200 })
    expect((await at.app.inject({ url: '/v1/me', remoteAddress: '192.0.2.1' })).statusCode).toBe(429)
  })
})
