import { eventsOf } from '@roster/test/events'
import { type Call, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Transaction } from '../data/transaction.ts'
import { sequenceAll } from '../event-log/events.fixture.ts'
import { eventAccess } from '@roster/api'
import { queueDeliveries } from './queue-up.ts'
import { DeliveryQueue } from './queue.ts'

describe.each(PROTOCOLS)('deliveries over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const create = async (events: string[]): Promise<string> =>
    (await admin('webhookEndpoints.create', { url: 'https://hooks.example.com', events })).body.id
  const call = (name: string, endpoint_id: string, members: object = {}) =>
    admin(`webhookEndpoints.${name}`, { endpoint_id, ...members })
  const deliveries = async (id: string, query: object = {}) => (await call('deliveries', id, query)).body.data
  const eventsTo = async (id: string) =>
    (await deliveries(id, { limit: 100 })).map(({ event }: any) => event).toSorted()
  const now = () => new Date(service.clock.now()).toISOString()

  let people = 0
  const addUser = async () => {
    const email = `person${++people}@example.com`
    return (await admin('users.create', { name: 'Person', email, role: 'viewer' })).body
  }
  const sequence = () => sequenceAll(service.database, [queueDeliveries(eventAccess)])
  const fail = (id: string) =>
    service.database.query(
      { text: `update webhook_deliveries set status = 'failed', failures = 10 where endpoint_id = $1` },
      [id],
    )

  const end = (id: string, status: string) =>
    service.database.query({ text: 'update webhook_deliveries set status = $2 where id = $1' }, [id, status])

  test('an event is queued once for each enabled endpoint that asks for it, when it gets its place', async () => {
    const [named, all, other, disabled] = await Promise.all(
      [['user.created'], ['*'], ['user.deleted'], ['*']].map(create),
    )
    await call('update', disabled!, { status: 'disabled' })
    await addUser()
    expect(await deliveries(named!)).toEqual([])
    await sequence()
    await sequence()
    const [event] = (await admin('events.list', { type: 'user.created' })).body.data.slice(-1)
    expect(await deliveries(named!)).toEqual([
      {
        id: expect.toBeId('dlv'),
        event_id: event.id,
        event: 'user.created',
        endpoint_id: named,
        status: 'pending',
        attempts: [],
        next_attempt_at: event.created_at,
        created_at: event.created_at,
      },
    ])
    expect(await Promise.all([all, other, disabled].map((id) => eventsTo(id!)))).toEqual([['user.created'], [], []])
  })

  test('an event whose name is not known is queued for who asks for it, or for all and may read all, and for nobody else', async () => {
    const scopes = ['read:events', 'read:users', 'manage:webhooks'] as const
    const some = over(protocol, await service.caller({ scopes: [...scopes] }))
    const all = await create(['*'])
    const { body: narrower } = await some('webhookEndpoints.create', {
      url: 'https://hooks.example.com',
      events: ['*'],
    })
    // Whoever runs a later version has let it in, with the scope of the event.
    const naming = await create(['user.created'])
    const text = `update webhook_endpoints set events = '["invoice.created"]', scopes = '["read:users"]' where id = $1`
    await service.database.query({ text }, [naming])
    await sequence()
    await addUser()
    await service.database.query({ text: `update events set event = 'invoice.created' where seq is null` })
    await sequence()
    const told = await Promise.all([all, naming, narrower.id].map(eventsTo))
    expect(told).toEqual([['api_key.created', 'invoice.created'], ['invoice.created'], []])
  })

  test('a test is answered 202 with a delivery to this endpoint alone, and leaves one event with the endpoint', async () => {
    const [tested, other] = [await create(['order.created']), await create(['*'])]
    const { body: endpoint } = await call('get', tested)
    let answer: any
    const events = await eventsOf(service, async () => (answer = await call('test', tested)))
    expect(events).toEqual([{ event: 'webhook.test', user_id: null, data: endpoint }])
    expect(answer).toMatchObject({ status: 202, body: { id: expect.toBeId('dlv'), event: 'webhook.test' } })
    expect(await deliveries(tested)).toEqual([answer.body])
    await sequence()
    expect([await deliveries(tested), await deliveries(other)]).toEqual([[answer.body], []])
  })

  test('a test is made though the endpoint was disabled before its event had a place, once it is enabled', async () => {
    const id = await create(['order.created'])
    const queue = new DeliveryQueue(service.database, { seal: (text) => text, unseal: (text) => text })
    const endpoints = async () => {
      const leases = await queue.claim({ failing: false, limit: 100 }, service.clock.now())
      return leases.map(({ endpointId }) => endpointId)
    }
    await call('test', id)
    await call('update', id, { status: 'disabled' })
    await sequence()
    expect(await endpoints()).not.toContain(id)
    await call('update', id, { status: 'enabled' })
    expect(await endpoints()).toContain(id)
  })

  test('deliveries are listed by status, page by page, with the members that fields names', async () => {
    const id = await create(['user.created'])
    for (let nth = 0; nth < 3; nth++) await addUser()
    await sequence()
    const listed = await deliveries(id)
    const page = (await call('deliveries', id, { limit: 2, cursor: '' })).body
    const next = (await call('deliveries', id, { limit: 2, cursor: page.next_cursor })).body
    expect([...page.data, ...next.data]).toEqual(listed)
    expect(await deliveries(id, { status: 'failed' })).toEqual([])
    await end(listed[1].id, 'failed')
    await end(listed[2].id, 'succeeded')
    for (const [nth, status] of ['pending', 'failed', 'succeeded'].entries())
      expect(await deliveries(id, { status })).toEqual([{ ...listed[nth], status }])
    expect(await deliveries(id, { status: 'pending', fields: 'event', limit: 1 })).toEqual([
      { id: listed[0].id, event: 'user.created' },
    ])
  })

  test('redeliver answers 202, and queues a delivery anew', async () => {
    const id = await create(['user.created'])
    await addUser()
    await sequence()
    const [delivery] = await deliveries(id)
    await fail(id)
    service.clock.advance(60_000)
    const answer = await call('redeliver', id, { delivery_id: delivery.id })
    const queued = { ...delivery, status: 'pending', next_attempt_at: now() }
    expect(answer).toEqual({ status: 202, body: queued })
    expect(await deliveries(id)).toEqual([queued])
  })

  test('redeliver of a delivery that is not this endpoint’s is 404', async () => {
    const [own, other] = [await create(['user.created']), await create(['user.created'])]
    await addUser()
    await sequence()
    const [delivery] = await deliveries(other)
    for (const delivery_id of [delivery.id, 'dlv_01KAJQ7W5M8XV2R4T6Y9B3D501', 'x'])
      expect(await call('redeliver', own, { delivery_id })).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test('recover queues what failed since then, and what was missed while the endpoint was disabled', async () => {
    await addUser()
    await sequence()
    service.clock.advance(1)
    const id = await create(['user.created'])
    await addUser()
    await sequence()
    await fail(id)
    service.clock.advance(60_000)
    const since = now()
    const other = await create(['user.created'])
    await addUser()
    await sequence()
    await fail(id)
    await call('update', id, { status: 'disabled' })
    await addUser()
    await call('update', await create(['*']), { status: 'disabled' })
    await sequence()
    await call('update', id, { status: 'enabled' })
    await fail(other)
    expect(await call('recover', id, { since })).toEqual({ status: 202, body: { queued: 2 } })
    expect(new Set((await deliveries(other)).map(({ status }: any) => status))).toEqual(new Set(['failed']))
    expect((await deliveries(id)).map(({ status }: any) => status)).toEqual(['pending', 'pending', 'failed'])
    expect(await call('recover', id, { since })).toEqual({ status: 202, body: { queued: 0 } })
    expect(await call('recover', id, { since: '2000-01-01T00:00:00Z' })).toEqual({ status: 202, body: { queued: 1 } })
  })

  test('what a call makes due is told of at once, and not what it refuses', async () => {
    const queue = new DeliveryQueue(service.database, { seal: (text) => text, unseal: (text) => text })
    const id = await create(['user.created'])
    await addUser()
    await sequence()
    const [{ id: delivery_id }] = await deliveries(id)
    let told = 0
    const ignore = queue.onDue(() => told++)
    const toldBy = async (name: string, members: object) => {
      const before = told
      await call(name, id, members)
      return told - before
    }
    expect([
      await toldBy('update', { status: 'disabled' }),
      await toldBy('redeliver', { delivery_id }),
      await toldBy('recover', { since: now() }),
      await toldBy('update', { status: 'enabled' }),
      await toldBy('redeliver', { delivery_id }),
      await toldBy('recover', { since: now() }),
    ]).toEqual([0, 0, 0, 1, 1, 1])
    ignore()
    expect(await toldBy('recover', { since: now() })).toBe(0)
  })

  test('what an endpoint is not to be sent any more is given up, and neither redelivered nor recovered', async () => {
    const id = await create(['user.created'])
    const since = now()
    await addUser()
    await sequence()
    await addUser()
    await sequence()
    const [succeeded, delivery] = await deliveries(id)
    await end(succeeded.id, 'succeeded')
    await call('update', id, { events: ['order.created'] })
    expect(await deliveries(id)).toEqual([
      { ...succeeded, status: 'succeeded' },
      { ...delivery, status: 'failed', next_attempt_at: null },
    ])
    expect(await call('redeliver', id, { delivery_id: delivery.id })).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        detail:
          'This endpoint is not sent user.created any more. Add it to the events of the endpoint, and call again.',
      },
    })
    expect(await call('recover', id, { since })).toEqual({ status: 202, body: { queued: 0 } })
    expect(await deliveries(id, { status: 'pending' })).toEqual([])
    await call('update', id, { events: ['user.deleted'] })
    expect(await call('redeliver', id, { delivery_id: delivery.id })).toMatchObject({ status: 202 })
  })

  test('the waiting deliveries of an endpoint are looked at only when its events or its address change, and some are not for it', async () => {
    const id = await create(['user.created'])
    const statements = vi.spyOn(Transaction.prototype, 'query')
    onTestFinished(() => statements.mockRestore())
    const isLookedAt = async (change: object) => {
      statements.mockClear()
      await call('update', id, change)
      return statements.mock.calls.some(([{ name }]) => name === 'webhook deliveries withheld')
    }
    expect([
      await isLookedAt({ status: 'disabled' }),
      await isLookedAt({ status: 'enabled', description: 'Again' }),
      await isLookedAt({ events: ['*'] }),
      await isLookedAt({ events: ['order.created'] }),
      await isLookedAt({ status: 'disabled' }),
      await isLookedAt({ url: 'https://other.example.com' }),
    ]).toEqual([false, false, false, true, false, true])
  })

  test.each([
    ['no moment', {}, 'required', 'is required'],
    [
      'a moment that is none',
      { since: 'yesterday' },
      'invalid-format',
      'must be a date and a time with its offset, such as 2026-11-21T09:30:00Z',
    ],
  ])('recover with %s: 422, which says what is expected', async (_what, members, code, message) => {
    const answer = await call('recover', await create(['*']), members)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'since', code, message }] } })
  })
})

test('the lag counts what nobody has tried, at endpoints that are there and enabled', async () => {
  const service = await startService()
  const { database } = service
  const { users, webhookEndpoints } = service.admin.sdk
  const queue = new DeliveryQueue(database, { seal: (text) => text, unseal: (text) => text })
  const create = async () => (await webhookEndpoints.create({ url: 'https://hooks.example.com' })).id
  const [enabled, disabled, deleted] = [await create(), await create(), await create()]
  await users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  await users.create({ name: 'Bob', email: 'bob@example.com', role: 'viewer' })
  await sequenceAll(database, [queueDeliveries(eventAccess)])
  await webhookEndpoints.update(disabled, { status: 'disabled' })
  await webhookEndpoints.delete(deleted)
  const text = `update webhook_deliveries set created_at = now() - interval '60 seconds', failures = case when event_id = (
    select min(event_id) from webhook_deliveries) then 1 else 0 end where endpoint_id = $1`
  await database.query({ text }, [enabled])
  const { waiting, age } = await queue.lag()
  expect([waiting, Math.round(age / 60)]).toEqual([1, 1])
  await service.stop()
})
