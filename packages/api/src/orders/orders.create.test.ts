import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { NOW, type Service, startService } from '@roster/test/service'
import { placed } from './orders.rules.ts'

const item = { sku: 'TEA-250', name: 'Green tea', quantity: 2, unit_amount: 1_250 }
const MISSING = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns the identifier that is made after this one in the same millisecond. */
function following(id: string): string {
  const digit = DIGITS.indexOf(id.at(-1)!) + 1
  return digit < DIGITS.length ? id.slice(0, -1) + DIGITS[digit] : `${following(id.slice(0, -1))}0`
}

describe.each(PROTOCOLS)('orders.create over %s', (protocol) => {
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

  const create = (members: object = {}) =>
    admin('orders.create', { user_id, currency: 'EUR', items: [item], ...members })

  test('answers 201 with a pending order whose total is the sum of its items', async () => {
    const items = [item, { ...item, sku: 'CUP', quantity: 3, unit_amount: 0 }, { ...item, quantity: 1 }]
    const answer = await create({ items })
    expect(answer).toEqual({
      status: 201,
      body: {
        id: expect.toBeId('ord'),
        user_id,
        number: expect.stringMatching(/^ORD-\w{4}-\w{4}-\w{4}$/),
        status: 'pending',
        currency: 'EUR',
        total_amount: 3_750,
        items,
        version: 1,
        created_at: NOW,
        updated_at: NOW,
      },
    })
    expect(await admin('orders.get', { user_id, order_id: answer.body.id })).toEqual({ status: 200, body: answer.body })
  })

  test('leaves one event with the order and its owner', async () => {
    let body: any
    const events = await eventsOf(service, async () => ({ body } = await create()))
    expect(events).toEqual([{ event: 'order.created', user_id, data: body }])
  })

  test('gives every order a number of its own', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(new Set(orders.map(({ body }) => body.number)).size).toBe(20)
  })

  test.each([
    ['without a key', {}],
    ['with an idempotency key', { 'idempotency-key': 'collision' }],
  ])('gives another number when one is taken by chance, %s', async (_what, headers: Record<string, string>) => {
    const { body } = await create()
    const { number } = placed({ id: following(body.id), items: [] })
    await service.database.query({ text: 'update orders set number = $1 where id = $2' }, [number, body.id])
    const order = { currency: 'EUR', items: [item] }
    const second = await service.admin.rest(`POST /v1/users/${user_id}/orders`, order, headers)
    expect(second.status).toBe(201)
    expect(second.body.number).not.toBe(number)
  })

  test('takes a total of 2^53 − 1, and refuses one more with 422', async () => {
    const most = { ...item, quantity: 10_000, unit_amount: 99_999_999_999 }
    const left = Number.MAX_SAFE_INTEGER - 90_071 * most.unit_amount
    const full = [
      ...Array.from({ length: 9 }, () => most),
      { ...most, quantity: 71 },
      { ...item, quantity: 1, unit_amount: left },
    ]
    expect(await create({ items: full })).toMatchObject({
      status: 201,
      body: { total_amount: Number.MAX_SAFE_INTEGER },
    })
    const over53 = await create({ items: [...full, { ...item, quantity: 1, unit_amount: 1 }] })
    expect(over53).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(over53)).toEqual(['items too-large'])
    expect((await create({ items: Array.from({ length: 100 }, () => most) })).status).toBe(422)
  })

  test.each(['EUR', 'USD', 'JPY', 'XAF', 'VED', 'CHE', 'XCG', 'ZWG'])('takes the currency %s', async (currency) => {
    expect(await create({ currency })).toMatchObject({ status: 201, body: { currency } })
  })

  test('an order in a currency that was withdrawn since is shown as it is', async () => {
    const { body } = await create()
    await service.database.query({ text: `update orders set currency = 'HRK' where id = $1` }, [body.id])
    const shown = { ...body, currency: 'HRK' }
    expect(await admin('orders.get', { user_id, order_id: body.id })).toEqual({ status: 200, body: shown })
    const moved = await admin('orders.update', { user_id, order_id: body.id, status: 'paid' })
    expect(moved).toMatchObject({ status: 200, body: { currency: 'HRK', status: 'paid' } })
  })

  test.each(['eur', 'EURO', 'ZZZ', 'E1R', 'HRK', 'ZWL', 'DEM', '', 978, null])(
    'refuses the currency %j with 422',
    async (currency) => {
      expect(await create({ currency })).toMatchObject({ status: 422, body: { errors: [{ field: 'currency' }] } })
    },
  )

  test.each([
    [[], ['items too-small']],
    [Array.from({ length: 101 }, () => item), ['items too-large']],
    [[{ ...item, quantity: 0 }], ['items.0.quantity too-small']],
    [[item, { ...item, quantity: 10_001 }], ['items.1.quantity too-large']],
    [[{ ...item, quantity: 1.5 }], ['items.0.quantity invalid-type']],
    [[{ ...item, quantity: '2' }], ['items.0.quantity invalid-type']],
    [[{ ...item, unit_amount: -1 }], ['items.0.unit_amount too-small']],
    [[{ ...item, unit_amount: 100_000_000_000 }], ['items.0.unit_amount too-large']],
    [[{ ...item, sku: '' }], ['items.0.sku too-small']],
    [[{ ...item, name: 'x'.repeat(201) }], ['items.0.name too-large']],
    [[{ ...item, color: 'red' }], ['items.0.color unknown-member']],
    [
      [{}],
      ['items.0.sku required', 'items.0.name required', 'items.0.quantity required', 'items.0.unit_amount required'],
    ],
    [undefined, ['items required']],
  ])('refuses faulty items with 422, naming each fault (%#)', async (items, faults) => {
    const answer = await create({ items })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(faults)
  })

  test.each(['status', 'total_amount', 'number', 'id', 'version'])('refuses the member %s with 422', async (member) => {
    const answer = await create({ [member]: 1 })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([`${member} unknown-member`])
  })

  test('for an unknown user it is 404, before the body is looked at', async () => {
    expect(await create({ user_id: MISSING, items: [] })).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

test('over REST the answer has the Location of the order', async () => {
  const service = await startService()
  const user = await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  const path = `/v1/users/${user.id}/orders`
  const { body, headers } = await service.admin.rest(`POST ${path}`, { currency: 'EUR', items: [item] })
  expect(headers['location']).toBe(`http://roster.test${path}/${body.id}`)
  await service.stop()
})
