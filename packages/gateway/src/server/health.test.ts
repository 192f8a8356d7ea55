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
