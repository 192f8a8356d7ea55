import type { AppRouter } from '@roster/api'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let close: () => Promise<void>
let client: ReturnType<typeof createTRPCClient<AppRouter>>
beforeAll(async () => {
  service = await startService()
  const url = `${(await addressOf(service.app)).replace('http', 'ws')}/trpc`
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'X',
    role: 'admin',
    scopes: ['read:orders', 'write:orders'],
  })
  const WithKey = class extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { 'x-api-key': secret } })
    }
  }
  const socket = createWSClient({ url, WebSocket: WithKey as never })
  close = () => socket.close()
  client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] })
})
afterAll(async () => {
  await close()
  await service.stop()
})

const items = [{ sku: 'TEA-250', name: 'Green tea', quantity: 2, unit_amount: 1_250 }]
let user_id: string
let order_id: string
/** An order in a currency that was withdrawn since. */
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`
  user_id = (await service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' })).id
  order_id = (await service.admin.sdk.orders.create(user_id, { currency: 'EUR', items })).id
  await service.database.query({ text: `update orders set currency = 'HRK' where id = $1` }, [order_id])
})

test('a socket shows a stored value that its schema refuses by now, as REST does', async () => {
  const shown = await service.admin.sdk.orders.get(user_id, order_id)
  expect(shown.currency).toBe('HRK')
  expect(await client.orders.get.query({ user_id, order_id })).toEqual(shown)
  expect(await client.orders.list.query({ user_id })).toMatchObject({ data: [shown] })
})

test('a change over a socket that is committed succeeds, whatever else the record holds', async () => {
  const moved = await client.orders.update.mutate({ user_id, order_id, status: 'paid' })
  expect(moved).toMatchObject({ status: 'paid', currency: 'HRK' })
  expect(await service.admin.sdk.orders.get(user_id, order_id)).toEqual(moved)
})

test('a socket shows no more members than the contract names', async () => {
  const { data } = await client.orders.list.query({ user_id, fields: 'status' })
  expect(data).toEqual([{ id: order_id, status: 'pending' }])
})
