import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '@roster/test/service'

let isReady = true
let service: Service
beforeAll(async () => {
  service = await startService({ isReady: async () => isReady })
})
afterAll(() => service.stop())

test('a service that works is alive and ready, for anyone who asks', async () => {
  for (const path of ['/livez', '/readyz'])
    expect(await service.anonymous.rest(`GET ${path}`)).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('what it says has an entity tag, as all JSON that is read', async () => {
  for (const path of ['/livez', '/readyz']) {
    const { headers } = await service.anonymous.rest(`GET ${path}`)
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[^"]+"$/),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(await service.anonymous.rest(`GET ${path}`, undefined, { 'if-none-match': headers['etag']! })).toMatchObject(
      {
        status: 304,
      },
    )
  }
})

test('without its database it stays alive and is not ready', async () => {
  isReady = false
  expect(await service.anonymous.rest('GET /livez')).toMatchObject({ status: 200 })
  expect(await service.anonymous.rest('GET /readyz')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { code: 'unavailable', instance: '/readyz' },
  })
  isReady = true
})
