import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { ORDER_STATUSES, type OrderRecord, type OrderStatus } from './orders.contract.ts'

/** How an order gets to each status, and where it may go from there. */
const TABLE: Record<OrderStatus, { way: OrderStatus[]; next: OrderStatus[] }> = {
  pending: { way: [], next: ['paid', 'cancelled'] },
  paid: { way: ['paid'], next: ['shipped', 'cancelled', 'refunded'] },
  shipped: { way: ['paid', 'shipped'], next: ['delivered', 'refunded'] },
  delivered: { way: ['paid', 'shipped', 'delivered'], next: ['refunded'] },
  cancelled: { way: ['cancelled'], next: [] },
  refunded: { way: ['paid', 'refunded'], next: [] },
}
const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))
const allowed = pairs.filter(([from, to]) => TABLE[from].next.includes(to))
const refused = pairs.filter(([from, to]) => !TABLE[from].next.includes(to))

describe.each(PROTOCOLS)('orders.update over %s', (protocol) => {
  let service: Service
  let admin: Call
  let user_id: string
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    const { body } = await admin('users.create', { name: 'Ada', email: 'ada@example.com', role: 'viewer' })
    user_id = body.id
  })
  afterAll(() => service.stop())

  const move = ({ id }: { id: string }, change: object) => admin('orders.update', { user_id, order_id: id, ...change })

  async function orderIn(status: OrderStatus): Promise<OrderRecord> {
    const items = [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 100 }]
    let { body } = await admin('orders.create', { user_id, currency: 'EUR', items })
    for (const next of TABLE[status].way) ({ body } = await move(body, { status: next }))
    service.clock.advance(1_000)
    return body
  }

  test.each(allowed)('moves an order from %s to %s, with one event', async (from, to) => {
    const order = await orderIn(from)
    const moved = {
      ...order,
      status: to,
      version: order.version + 1,
      updated_at: new Date(service.clock.now()).toISOString(),
    }
    const events = await eventsOf(service, async () => {
      expect(await move(order, { status: to })).toEqual({ status: 200, body: moved })
    })
    expect(events).toEqual([{ event: to === 'cancelled' ? 'order.cancelled' : 'order.updated', user_id, data: moved }])
  })

  test.each(refused)('refuses to move an order from %s to %s with 409', async (from, to) => {
    const order = await orderIn(from)
    const events = await eventsOf(service, async () => {
      expect(await move(order, { status: to })).toMatchObject({ status: 409, body: { code: 'invalid-transition' } })
    })
    expect(events).toEqual([])
    expect(await admin('orders.get', { user_id, order_id: order.id })).toEqual({ status: 200, body: order })
  })

  test('every status is reached and every pair is tested', () => {
    expect(allowed).toHaveLength(8)
    expect(refused).toHaveLength(28)
  })

  test.each([{}, { version: 1 }])('with %j it changes nothing and leaves no event', async (change) => {
    const order = await orderIn('pending')
    const events = await eventsOf(service, async () => {
      expect(await move(order, change)).toEqual({ status: 200, body: order })
    })
    expect(events).toEqual([])
  })

  test('an obsolete version is 409, also for a move that is not allowed', async () => {
    const order = await orderIn('paid')
    expect(await move(order, { status: 'shipped', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version-conflict' },
    })
    expect(await move(order, { status: 'pending', version: 1 })).toMatchObject({ body: { code: 'version-conflict' } })
    expect(await move(order, { status: 'shipped', version: 2 })).toMatchObject({ status: 200, body: { version: 3 } })
  })

  test.each([
    [{ status: 'lost' }, ['status invalid-value']],
    [{ status: null }, ['status invalid-value']],
    [{ version: '1' }, ['version invalid-type']],
    [{ version: 1.5 }, ['version invalid-type']],
    [{ total_amount: 1 }, ['total_amount unknown-member']],
    [{ items: [], currency: 'USD' }, ['items unknown-member', 'currency unknown-member']],
  ])('refuses %j with 422', async (change, faults) => {
    const answer = await move(await orderIn('pending'), change)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(answer)).toEqual(faults)
  })

  test.each(['ord_01KAJQ7W5M8XV2R4T6Y9B3D501', 'ord_x', 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'])(
    'the unknown identifier %s is 404, before the body is looked at',
    async (id) => {
      expect(await move({ id }, { status: 'lost' })).toMatchObject({ status: 404, body: { code: 'not-found' } })
    },
  )

  test('the order of another user is 404', async () => {
    const order = await orderIn('pending')
    const { body } = await admin('users.create', { name: 'B', email: 'b@example.com', role: 'viewer' })
    const path = { user_id: body.id, order_id: order.id }
    expect(await admin('orders.update', { ...path, status: 'paid' })).toMatchObject({ status: 404 })
    expect(await admin('orders.get', path)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})
