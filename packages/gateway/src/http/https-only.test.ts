import { memoryLimiter } from '@roster/gateway'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PUBLIC = 'https://api.example.com'
const HSTS = 'max-age=63072000; includeSubDomains'
const secure = { 'x-forwarded-proto': 'https' }

describe('behind a trusted proxy', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ httpsOnly: true, trustProxy: 1, baseUrl: PUBLIC })
  })
  afterAll(() => service.stop())

  const send = (request: string, headers = {}) => service.anonymous.rest(request, undefined, headers)

  test('what came over https is served, and says to stay there', async () => {
    expect(await send('GET /v1/me', secure)).toMatchObject({
      status: 401,
      headers: { 'strict-transport-security': HSTS },
    })
  })

  test('the scheme may be written in capitals', async () => {
    for (const scheme of ['HTTPS', 'Https'])
      expect(await send('GET /v1/me', { 'x-forwarded-proto': scheme })).toMatchObject({
        status: 401,
        headers: { 'strict-transport-security': HSTS },
      })
  })

  test.each(['/v1/users/%zz', '/livez/%c0%af?a=%zz'])(
    'what cannot be decoded is refused as any other: %s',
    async (url) => {
      expect(await send(`GET ${url}`, secure)).toMatchObject({
        status: 400,
        headers: { 'strict-transport-security': HSTS },
        body: { code: 'bad-request', detail: expect.stringContaining('percent-encoding') },
      })
    },
  )

  test.each(['GET', 'HEAD'])('%s over http is led to https, query and all', async (method) => {
    const answer = await send(`${method} /v1/users?limit=1`)
    expect(answer).toMatchObject({ status: 308, headers: { location: `${PUBLIC}/v1/users?limit=1` } })
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s over http is 403', async (method) => {
    expect(await send(`${method} /v1/users`)).toMatchObject({ status: 403, body: { code: 'https-required' } })
  })

  test('a preflight over http is 403 as well', async () => {
    const preflight = { origin: PUBLIC, 'access-control-request-method': 'POST' }
    expect(await send('OPTIONS /v1/users', preflight)).toMatchObject({ status: 403, body: { code: 'https-required' } })
  })

  test.each(['GET /livez', 'GET /readyz'])('%s is answered over http too', async (request) => {
    expect(await send(request)).toMatchObject({ status: 200 })
  })
})

test('a credential that came over http is not looked at: what is led to https counts against the address', async () => {
  const limiter = memoryLimiter({ read: 600, write: 120, anonymous: 60, token: 10 })
  const service = await startService({ httpsOnly: true, trustProxy: 1, baseUrl: PUBLIC, limiter })
  expect(await service.admin.rest('GET /v1/users')).toMatchObject({
    status: 308,
    headers: { 'x-ratelimit-limit': '60' },
  })
  await service.stop()
})

describe('whose proxy is elsewhere', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ httpsOnly: true, trustProxy: ['10.0.0.0/8'], baseUrl: PUBLIC })
  })
  afterAll(() => service.stop())

  const from = async (remoteAddress: string) =>
    (await service.app.inject({ method: 'POST', url: '/v1/users', remoteAddress, headers: secure })).statusCode

  test('a forged X-Forwarded-Proto of somebody else counts for nothing', async () => {
    expect([await from('192.0.2.1'), await from('10.1.2.3')]).toEqual([403, 401])
  })
})

test('without a proxy, X-Forwarded headers count for nothing', async () => {
  const service = await startService()
  const answer = await service.admin.rest('GET /v1/me', undefined, { ...secure, 'x-forwarded-host': 'evil.example' })
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
  await service.stop()
})
