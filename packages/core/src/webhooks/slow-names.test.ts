import { setTimeout as wait } from 'node:timers/promises'
import { destinations } from '@roster/test/destinations'
import { type Service, startService } from '@roster/test/service'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let service: Service
let path: string
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  const events = ['user.created']
  const { body } = await service.admin.rest('POST /v1/webhook-endpoints', { url: 'https://hooks.example/', events })
  path = `/v1/webhook-endpoints/${body.id}`
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.stop())

const WAYS: [way: string, headers: Record<string, string>][] = [
  ['', {}],
  [' under an idempotency key', { 'idempotency-key': 'slow' }],
]

test.each(WAYS)('while the name of a new address is looked up, others change the endpoint%s', async (_way, headers) => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const lookUp = vi.spyOn(destinations, 'refusal').mockReturnValueOnce(promise)
  const change = service.admin.rest(`PATCH ${path}`, { url: 'https://slow.example/' }, headers)
  await expect.poll(() => lookUp.mock.calls.length).toBe(1)
  const meanwhile = service.admin.rest(`PATCH ${path}`, { description: 'Meanwhile' }, { 'idempotency-key': path })
  const first = await Promise.race([meanwhile, wait(5_000, 'still waiting')])
  resolve(undefined)
  expect(first).toMatchObject({ status: 200 })
  const changed = { status: 200, body: { url: 'https://slow.example/', description: 'Meanwhile' } }
  expect(await change).toMatchObject(changed)
})

test.each(WAYS)('an address that is forbidden is told after all that comes before a body%s', async (_way, headers) => {
  const body = { url: 'https://private.example/' }
  const send = (request: string, others: Record<string, string> = {}) =>
    service.admin.rest(request, body, { ...headers, ...others })
  const missing = 'PATCH /v1/webhook-endpoints/whe_01KAJQ7W5M8XV2R4T6Y9B3D501'
  expect(await send(missing)).toMatchObject({ status: 404 })
  expect(await send(`PATCH ${path}`, { 'if-match': '"other"', 'idempotency-key': 'other' })).toMatchObject({
    status: 412,
  })
  expect(await send(`PATCH ${path}`)).toMatchObject({ status: 422, body: { errors: [{ code: 'forbidden-address' }] } })
})
