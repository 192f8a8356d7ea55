import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, over, PROTOCOLS, withoutRequest } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

const DAY = 24 * 60 * 60 * 1_000
const MISSING = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'
const MISSING_ORDER = 'ord_01KAJQ7W5M8XV2R4T6Y9B3D501'
const newOrder = { currency: 'EUR', items: [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 100 }] }

describe.each(PROTOCOLS)('orders over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  let count = 0
  /** A viewer with one order, as a caller and as a path. */
  async function customer() {
    const caller = await service.viewer(`Customer ${count++}`)
    const { body } = await admin('orders.create', { user_id: caller.id, ...newOrder })
    return { call: over(protocol, caller), user_id: caller.id, order_id: body.id as string }
  }

  test('a viewer reads its own orders', async () => {
    const { call, user_id, order_id } = await customer()
    expect(await call('orders.get', { user_id, order_id })).toMatchObject({ status: 200, body: { id: order_id } })
    expect(await call('orders.list', { user_id })).toMatchObject({ status: 200, body: { data: [{ id: order_id }] } })
  })

  test("a viewer is told of another's orders what it is told of those of a missing user", async () => {
    const { call } = await customer()
    const { user_id, order_id } = await customer()
    const hidden = [await call('orders.list', { user_id }), await call('orders.get', { user_id, order_id })]
    const missing = [
      await call('orders.list', { user_id: MISSING }),
      await call('orders.get', { user_id: MISSING, order_id: MISSING_ORDER }),
    ]
    for (const answer of hidden) expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(hidden.map(withoutRequest)).toEqual(missing.map(withoutRequest))
  })

  test("a viewer cannot reach another's order through its own path", async () => {
    const { call, user_id } = await customer()
    const { order_id } = await customer()
    expect(await call('orders.get', { user_id, order_id })).toMatchObject({ status: 404 })
  })

  test('a viewer is refused every write with 403, the same for known and missing', async () => {
    const { call, user_id, order_id } = await customer()
    const answers = [
      await call('orders.create', { user_id, ...newOrder }),
      await call('orders.create', { user_id: MISSING, ...newOrder }),
      await call('orders.update', { user_id, order_id, status: 'paid' }),
      await call('orders.update', { user_id, order_id: MISSING_ORDER, status: 'paid' }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
    expect(withoutRequest(answers[0]!)).toEqual(withoutRequest(answers[1]!))
    expect(withoutRequest(answers[2]!)).toEqual(withoutRequest(answers[3]!))
  })

  test('the orders of a deleted user stay for an admin, are 410 to the viewer, and take no writes', async () => {
    const { call, user_id, order_id } = await customer()
    await admin('users.delete', { user_id })
    const gone = { status: 410, body: { code: 'gone' } }

    expect(await admin('orders.get', { user_id, order_id })).toMatchObject({ status: 200, body: { id: order_id } })
    expect(await admin('orders.list', { user_id })).toMatchObject({ status: 200, body: { data: [{ id: order_id }] } })
    expect(await call('orders.get', { user_id, order_id })).toMatchObject(gone)
    expect(await call('orders.list', { user_id })).toMatchObject(gone)
    expect(await admin('orders.create', { user_id, ...newOrder })).toMatchObject(gone)
    expect(await admin('orders.update', { user_id, order_id, status: 'paid' })).toMatchObject(gone)
  })

  test('30 days later they still stay for an admin, and the rest is 404', async () => {
    const { user_id, order_id } = await customer()
    await admin('users.delete', { user_id })
    service.clock.advance(30 * DAY + 1)
    expect(await admin('orders.get', { user_id, order_id })).toMatchObject({ status: 200 })
    expect(await admin('orders.list', { user_id })).toMatchObject({ status: 200, body: { data: [{ id: order_id }] } })
    expect(await admin('orders.create', { user_id, ...newOrder })).toMatchObject({ status: 404 })
    expect(await admin('orders.update', { user_id, order_id, status: 'paid' })).toMatchObject({ status: 404 })
  })

  test.each([MISSING, 'usr_x'])('the orders of the unknown user %s are 404', async (user_id) => {
    expect(await admin('orders.list', { user_id })).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await admin('orders.get', { user_id, order_id: MISSING_ORDER })).toMatchObject({ status: 404 })
  })

  test.each(['orders.list', 'orders.get'])('%s needs read:orders', async (name) => {
    const call = over(protocol, await service.caller({ scopes: ['read:users', 'write:orders'] }))
    expect(
      await call(name, { user_id: MISSING, ...(name === 'orders.get' && { order_id: MISSING_ORDER }) }),
    ).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope', detail: expect.stringContaining('read:orders') },
    })
  })
})
