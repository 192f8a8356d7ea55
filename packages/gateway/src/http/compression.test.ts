import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codingFor } from './compression.ts'

const LONG = 'a'.repeat(1_025)
const SHORT = 'a'.repeat(1_024)

const codings: [acceptEncoding: string | undefined, long: string, short: string][] = [
  [undefined, 'identity', 'identity'],
  ['', 'identity', 'identity'],
  ['br', 'br', 'identity'],
  ['gzip', 'gzip', 'identity'],
  ['GZIP', 'gzip', 'identity'],
  ['gzip;q=0.5, br;q=0.8', 'br', 'identity'],
  ['gzip;q=0.8, br;q=0.5', 'gzip', 'identity'],
  ['br;q=0, gzip', 'gzip', 'identity'],
  ['br;q=0, *', 'gzip', 'identity'],
  ['*', 'br', 'identity'],
  ['deflate', 'identity', 'identity'],
  ['identity', 'identity', 'identity'],
  ['identity;q=0.5, gzip', 'gzip', 'identity'],
  ['identity, gzip;q=0.5', 'identity', 'identity'],
  ['gzip, identity;q=0', 'gzip', 'gzip'],
  ['br, *;q=0', 'br', 'br'],
  // Nothing is acceptable: the body is sent as it is (RFC 9110, section 12.5.3).
  ['identity;q=0', 'identity', 'identity'],
  ['*;q=0', 'identity', 'identity'],
  ['nonsense;;;', 'identity', 'identity'],
]

test.each(codings)('Accept-Encoding: %s gives %s to a long body, %s to a short one', (accept, long, short) => {
  expect([codingFor(accept, LONG), codingFor(accept, SHORT)]).toEqual([long, short])
})

test('1 KiB is counted in bytes', () => {
  expect(codingFor('br', 'é'.repeat(512))).toBe('identity')
  expect(codingFor('br', 'é'.repeat(513))).toBe('br')
})

describe('a long list', () => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService()
    const users = Array.from({ length: 20 }, (_, index) => ({
      name: 'Ada',
      email: `ada.${index}@example.com`,
      role: 'viewer' as const,
    }))
    const { sdk } = service.admin
    await sdk.users.createMany({ users })
    key = (await sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['read:users'] })).secret
  })
  afterAll(() => service.stop())

  const send = (method: 'GET' | 'HEAD', coding: string) =>
    service.app.inject({ method, url: '/v1/users', headers: { 'x-api-key': key, 'accept-encoding': coding } })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('in %s holds what it holds uncompressed', async (coding, decompress) => {
    const plain = await send('GET', 'identity')
    const coded = await send('GET', coding)
    expect(coded.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept, Accept-Encoding, Origin' })
    expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(decompress(coded.rawPayload).toString()).toBe(plain.payload)
  })

  test.each(['identity', 'br', 'gzip'])(
    'in %s has the same headers for HEAD as for GET, without a body',
    async (coding) => {
      const got = await send('GET', coding)
      const headed = await send('HEAD', coding)
      const unlike = { date: expect.any(String), 'x-request-id': expect.any(String) }
      expect(headed.headers).toEqual({ ...got.headers, ...unlike })
      expect(headed.headers['content-length']).toBe(String(got.rawPayload.length))
      expect({ status: headed.statusCode, body: headed.payload }).toEqual({ status: 200, body: '' })
    },
  )

  test('over RPC is compressed as well, alone and in a batch; a short answer is not', async () => {
    const call = (url: string) =>
      service.app.inject({ url: `/trpc/${url}`, headers: { 'x-api-key': key, 'accept-encoding': 'gzip' } })
    for (const url of ['users.list', 'users.list,users.list?batch=1', 'users.list,none?batch=1']) {
      const { headers, rawPayload } = await call(url)
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(rawPayload.length),
        vary: 'Accept, Accept-Encoding, Origin, trpc-accept',
      })
      expect(JSON.parse(gunzipSync(rawPayload).toString())).toBeTruthy()
    }
    expect((await call('me.get')).headers).not.toHaveProperty('content-encoding')
  })

  test('of faults is compressed as well', async () => {
    const { rawPayload, ...answer } = await service.app.inject({
      url: `/v1/users?${Array.from({ length: 20 }, (_, index) => `unknown_${index}=1`).join('&')}`,
      headers: { 'x-api-key': key, 'accept-encoding': 'br' },
    })
    expect(answer).toMatchObject({ statusCode: 400, headers: { 'content-encoding': 'br' } })
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString()).errors).toHaveLength(20)
  })
})
