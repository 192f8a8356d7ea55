import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '@roster/test/service'
import { metadataUrlOf } from './protected-resource.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('the metadata of the resource is kept for an hour, and not sent again to who has it', async () => {
  const read = `GET ${metadataUrlOf('')}`
  const { body, headers } = await service.anonymous.rest(read)
  expect(body).toMatchObject({ bearer_methods_supported: ['header'] })
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^"[^"]+"$/),
    'cache-control': 'public, max-age=3600',
    'content-type': 'application/json; charset=utf-8',
  })
  const again = await service.anonymous.rest(read, undefined, { 'if-none-match': headers['etag']! })
  expect(again).toMatchObject({ status: 304, body: undefined, headers: { 'cache-control': 'public, max-age=3600' } })
})
