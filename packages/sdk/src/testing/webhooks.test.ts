import { createMock, type Deliver } from '../testing.ts'
import { verifyWebhook } from '../webhooks.ts'
import { Roster } from '../roster.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const START = Date.parse('2026-11-21T09:30:00.000Z')
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const URL_OF_HOOK = 'https://example.com/hooks'

let time = START
let answer: Deliver = () => new Response()
let received: Request[] = []
const mock = createMock({
  clock: () => time,
  deliver(request) {
    received.push(request.clone())
    return answer(request)
  },
})
const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })

beforeEach(() => {
  mock.reset()
  time = START
  answer = () => new Response()
  received = []
})
afterEach(() => void vi.useRealTimers())

const endpoint = () => roster.webhookEndpoints.create({ url: URL_OF_HOOK, events: ['user.created'] })
const addUser = (name: string) =>
  roster.users.create({ name, email: `${name.toLowerCase()}@example.com`, role: 'viewer' })
const deliveriesTo = async (id: string) => (await roster.webhookEndpoints.deliveries(id)).data
const after = (milliseconds: number) => {
  time += milliseconds
  return mock.deliverDue()
}

test('what an endpoint asks for is delivered, signed by its own secret', async () => {
  const { id, secret } = await endpoint()
  const user = await addUser('Lin')
  await roster.users.update(user.id, { name: 'Lin Clark' })
  await mock.deliverDue()
  expect(received.map(({ url, method }) => [method, url])).toEqual([['POST', URL_OF_HOOK]])
  const [request] = received
  const event = await verifyWebhook(await request!.text(), request!.headers, secret, { now: () => new Date(time) })
  expect(event).toMatchObject({ event: 'user.created', data: user })
  expect(await deliveriesTo(id)).toEqual([
    {
      id: expect.stringMatching(/^dlv_/),
      event_id: event.id,
      event: 'user.created',
      endpoint_id: id,
      status: 'succeeded',
      attempts: [{ at: '2026-11-21T09:30:00.000Z', status_code: 200, error: null, duration_ms: 0 }],
      next_attempt_at: null,
      created_at: '2026-11-21T09:30:00.000Z',
    },
  ])
})

test('so is what is emitted, and the test of an endpoint, whatever it asks for', async () => {
  const { id } = await endpoint()
  mock.emit('user.created')
  mock.emit('order.created')
  await roster.webhookEndpoints.test(id)
  await mock.deliverDue()
  expect(
    await Promise.all(received.map(async (request) => ((await request.json()) as { event: string }).event)),
  ).toEqual(['user.created', 'webhook.test'])
})

test('deliveries begin by themselves, after each request and each event', async () => {
  await endpoint()
  await addUser('Lin')
  await expect.poll(() => received.length).toBe(1)
  mock.emit('user.created')
  await expect.poll(() => received.length).toBe(2)
})

test('the last event of a name goes to a receiver alone, signed with the secret that it has', async () => {
  const secret = 'whsec_b3RoZXItc2VjcmV0LW9mLWEtcmVjZWl2ZXI='
  mock.emit('user.created', { name: 'Lin' })
  const last = mock.emit('user.created', { name: 'Grace' })
  mock.emit('user.deleted')
  const verified = async (request: Request) => {
    const now = () => new Date(time)
    return Response.json(await verifyWebhook(await request.text(), request.headers, secret, { now }))
  }
  expect(await (await mock.deliverWebhook(verified, 'user.created', { secret })).json()).toEqual(last)
})

test('two signatures while a rotation overlaps, also with another one, and one after it', async () => {
  const { id } = await endpoint()
  const { secret } = await roster.webhookEndpoints.rotateSecret(id)
  const { secret: next } = await roster.webhookEndpoints.rotateSecret(id)
  await addUser('Lin')
  await mock.deliverDue()
  time += 25 * HOUR
  await addUser('Grace')
  await mock.deliverDue()
  const signatures = received.map(({ headers }) => headers.get('webhook-signature')!.split(' '))
  expect(signatures.map(({ length }) => length)).toEqual([2, 1])
  const [request] = received
  const body = await request!.text()
  for (const each of [secret, next])
    await verifyWebhook(body, request!.headers, each, { now: () => new Date(START), toleranceSeconds: 0 })
})

test('what fails is tried again by the schedule, and others go ahead meanwhile', async () => {
  const { id } = await endpoint()
  answer = () => new Response('No', { status: 500 })
  await addUser('Lin')
  await mock.deliverDue()
  answer = () => new Response(null, { status: 204 })
  await addUser('Grace')
  await after(3 * SECOND)
  expect((await deliveriesTo(id)).map(({ status, attempts }) => [status, attempts.length])).toEqual([
    ['succeeded', 1],
    ['pending', 1],
  ])
  await after(3 * SECOND)
  expect((await deliveriesTo(id)).map(({ status, attempts }) => [status, attempts.length])).toEqual([
    ['succeeded', 1],
    ['succeeded', 2],
  ])
})

test('it fails for good after ten attempts in three days', async () => {
  const { id } = await endpoint()
  answer = () => {
    throw new TypeError('fetch failed')
  }
  await addUser('Lin')
  await mock.deliverDue()
  const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
  for (const pause of pauses) {
    const [delivery] = await deliveriesTo(id)
    const wait = Date.parse(delivery!.next_attempt_at!) - time
    expect(Math.abs(wait - pause)).toBeLessThanOrEqual(0.2 * pause)
    await after(wait)
  }
  const [delivery] = await deliveriesTo(id)
  expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null })
  expect(delivery!.attempts.map(({ status_code, error }) => [status_code, error])).toEqual(
    Array.from({ length: 10 }, () => [null, 'fetch failed']),
  )
  answer = () => new Response()
  await roster.webhookEndpoints.redeliver(id, delivery!.id)
  await mock.deliverDue()
  expect((await deliveriesTo(id))[0]).toMatchObject({ status: 'succeeded', attempts: { length: 11 } })
})

test('a receiver that does not answer is tried again, as the service does it: after fifteen seconds', async () => {
  const { id } = await endpoint()
  const asked = Promise.withResolvers<void>()
  answer = () => {
    asked.resolve()
    return new Promise(() => {})
  }
  await addUser('Lin')
  vi.useFakeTimers()
  const done = mock.deliverDue()
  await asked.promise
  await vi.advanceTimersByTimeAsync(14_999)
  expect((await deliveriesTo(id))[0]).toMatchObject({ status: 'pending', attempts: [] })
  await vi.advanceTimersByTimeAsync(1)
  expect((await deliveriesTo(id))[0]).toMatchObject({
    status: 'pending',
    attempts: [{ status_code: null, error: 'There was no answer within 15 seconds.' }],
  })
  await done
})

test.each([
  [300, 'pending'],
  [302, 'pending'],
  [399, 'pending'],
  [410, 'failed'],
])('an answer %i is no success: the delivery is %s', async (status_code, status) => {
  const { id } = await endpoint()
  answer = () => new Response(null, { status: status_code })
  await addUser('Lin')
  await mock.deliverDue()
  expect(await deliveriesTo(id)).toMatchObject([{ status, attempts: [{ status_code }] }])
})

test('failures count anew after a success, at another address, and after an endpoint was enabled again', async () => {
  const { id } = await endpoint()
  const statuses: string[] = []
  for (const step of [500, 200, 500, 'move', 500, 500, 'enable', 500]) {
    if (step === 'enable') await roster.webhookEndpoints.update(id, { status: 'enabled' })
    else if (step === 'move') await roster.webhookEndpoints.update(id, { url: `${URL_OF_HOOK}/new` })
    else answer = () => new Response(null, { status: step as number })
    mock.emit('user.created')
    await mock.deliverDue()
    statuses.push((await roster.webhookEndpoints.get(id)).status)
    time += 72 * HOUR
  }
  const enabled = Array(5).fill('enabled')
  expect(statuses).toEqual([...enabled, 'disabled', 'enabled', 'enabled'])
})

test('what is delivered again is tried by the schedule from its beginning', async () => {
  const { id } = await endpoint()
  answer = () => new Response(null, { status: 500 })
  mock.emit('user.created')
  await mock.deliverDue()
  await after(6 * SECOND)
  const [delivery] = await deliveriesTo(id)
  await roster.webhookEndpoints.redeliver(id, delivery!.id)
  await mock.deliverDue()
  const [again] = await deliveriesTo(id)
  expect(again!.attempts).toHaveLength(3)
  expect(Date.parse(again!.next_attempt_at!) - time).toBeLessThanOrEqual(6 * SECOND)
})

test('the last hundred attempts of a delivery are kept', async () => {
  const { id } = await endpoint()
  answer = () => new Response(null, { status: 500 })
  await addUser('Lin')
  await mock.deliverDue()
  const [delivery] = await deliveriesTo(id)
  for (let count = 0; count < 100; count++) {
    time += MINUTE
    await roster.webhookEndpoints.redeliver(id, delivery!.id)
    await mock.deliverDue()
  }
  const { attempts } = (await deliveriesTo(id))[0]!
  expect([attempts.length, attempts[0]!.at]).toEqual([100, '2026-11-21T09:31:00.000Z'])
})

test('a test of an endpoint goes to that endpoint alone, and nothing goes to one that is disabled', async () => {
  const all = { url: URL_OF_HOOK, events: ['*' as const] }
  const tested = await roster.webhookEndpoints.create(all)
  const other = await roster.webhookEndpoints.create(all)
  await roster.webhookEndpoints.test(tested.id)
  await roster.webhookEndpoints.update(tested.id, { status: 'disabled' })
  mock.emit('user.created')
  const namesTo = async ({ id }: { id: string }) => (await deliveriesTo(id)).map(({ event }) => event)
  expect([await namesTo(tested), await namesTo(other)]).toEqual([['webhook.test'], ['user.created']])
})

test('a delivery is a POST of JSON that says who sends it, and follows no redirect', async () => {
  await endpoint()
  mock.emit('user.created')
  await mock.deliverDue()
  const [{ headers, redirect }] = received as [Request]
  expect(Object.fromEntries(headers)).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Roster-Webhooks/1.0',
    'webhook-id': expect.stringMatching(/^evt_/),
    'webhook-signature': expect.stringMatching(/^v1,/),
    'webhook-timestamp': String(START / SECOND),
  })
  expect(redirect).toBe('manual')
})

test('Retry-After is waited for', async () => {
  const { id } = await endpoint()
  answer = () => new Response(null, { status: 429, headers: { 'retry-after': '60' } })
  await addUser('Lin')
  await mock.deliverDue()
  expect((await deliveriesTo(id))[0]).toMatchObject({ next_attempt_at: '2026-11-21T09:31:00.000Z' })
})

test.each([
  ['gone', () => new Response(null, { status: 410 }), []],
  ['failing', () => new Response(null, { status: 500 }), Array.from({ length: 7 }, () => 18 * HOUR)],
] as const)(
  'an endpoint that is %s is disabled, and whoever manages webhooks is told',
  async (reason, reply, pauses) => {
    const { id } = await endpoint()
    const stream = await mock.fetch(`${mock.baseUrl}/events`, { headers: { 'x-api-key': 'test' } })
    answer = reply
    await addUser('Lin')
    await mock.deliverDue()
    for (const pause of pauses) {
      await addUser(`User${time}`)
      await after(pause)
    }
    expect(await roster.webhookEndpoints.get(id)).toMatchObject({ status: 'disabled', disabled_reason: reason })
    const count = received.length
    await addUser('Grace')
    await mock.deliverDue()
    expect(received).toHaveLength(count)
    mock.faults.restart()
    expect(await stream.text()).toContain(`"notification":"webhook.disabled","cursor":"m1:${pauses.length + 1}","endpoint_id":"${id}"}`) // prettier-ignore

    answer = () => new Response()
    await roster.webhookEndpoints.update(id, { status: 'enabled' })
    await roster.webhookEndpoints.recover(id, { since: new Date(START).toISOString() })
    await after(24 * HOUR)
    expect((await deliveriesTo(id)).every(({ status }) => status === 'succeeded')).toBe(true)
  },
)

test('a receiver may call the API', async () => {
  const { id } = await endpoint()
  answer = async (request) => {
    const { data } = (await request.json()) as { data: { id: string } }
    return Response.json(await roster.users.get(data.id))
  }
  await addUser('Lin')
  await mock.deliverDue()
  expect((await deliveriesTo(id))[0]).toMatchObject({ status: 'succeeded' })
})

test('after a reset nothing of before is delivered', async () => {
  await endpoint()
  let isAnswered = false
  answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    isAnswered = true
    return new Response()
  }
  mock.emit('user.created')
  mock.emit('user.created')
  mock.reset()
  await mock.deliverDue()
  expect({ isAnswered, received }).toEqual({ isAnswered: false, received: [] })
})
