import { verifyWebhook } from '@roster/sdk/webhooks'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answerer, Receiver, status } from './support/receiver.ts'
import { NOW, type Service, startService } from './support/service.ts'
import { startDeliverer } from './support/webhooks.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let service: Service
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) })
  service = await startService()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).toReversed()) await close()
  await service.stop()
})

async function deliver(changes: Parameters<typeof startDeliverer>[1] = {}) {
  const deliverer = await startDeliverer(service, changes)
  closing.push(() => deliverer.stop())
  return deliverer
}

async function receive(answer?: Answerer, members: object = {}) {
  const receiver = await Receiver.start(answer)
  closing.push(() => receiver.stop())
  const { body } = await service.admin.rest('POST /v1/webhook-endpoints', {
    url: receiver.url,
    events: ['user.created'],
    ...members,
  })
  return { receiver, id: body.id as string, secret: body.secret as string }
}

let people = 0
const addUser = async () =>
  (await service.admin.rest('POST /v1/users', { name: 'P', email: `p${++people}@example.com`, role: 'viewer' })).body
const addUsers = async (count: number) => {
  const users = []
  for (let nth = 0; nth < count; nth++) users.push(await addUser())
  return users.map(({ id }) => id as string)
}
const endpoint = async (id: string) => (await service.admin.rest(`GET /v1/webhook-endpoints/${id}`)).body
const deliveries = async (id: string) =>
  (await service.admin.rest(`GET /v1/webhook-endpoints/${id}/deliveries?limit=100`)).body.data
const idsOf = (receiver: Receiver) => receiver.events.map(({ data }) => data.id)

/** Waits until the newest delivery to an endpoint has had so many attempts, and returns it. */
async function attempted(id: string, attempts = 1) {
  return vi.waitFor(
    async () => {
      const [delivery] = await deliveries(id)
      expect(delivery?.attempts).toHaveLength(attempts)
      return delivery
    },
    { timeout: 10_000, interval: 20 },
  )
}

describe('a delivery', () => {
  test('is the event as every transport has it, signed so that all libraries believe it', async () => {
    const { receiver, secret } = await receive()
    await deliver()
    const user = await addUser()
    await receiver.has(1)
    const [{ method, headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    const { data: events } = (await service.admin.rest('GET /v1/events?type=user.created')).body
    const { event, id, cursor, created_at, api_version } = events[0]
    expect(method).toBe('POST')
    expect(body).toBe(JSON.stringify({ event, id, cursor, created_at, api_version, data: user }))
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringContaining('Roster'),
      'webhook-id': id,
      'webhook-timestamp': String(Date.parse(NOW) / 1_000),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    })
    for (const Webhook of [StandardWebhook, SvixWebhook]) {
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found')
    }
    expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body))
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toThrow('No signature fits')
  })

  test('is signed by the old secret too for 24 hours after a rotation', async () => {
    const { receiver, id, secret: old } = await receive()
    await deliver()
    const { secret } = (await service.admin.rest(`POST /v1/webhook-endpoints/${id}/rotate-secret`)).body
    const takes = async (nth: number, key: string) => {
      const { body, headers } = receiver.received[nth]!
      return verifyWebhook(body, headers, key, { now: () => new Date(service.clock.now()) }).then(
        () => true,
        () => false,
      )
    }
    service.clock.advance(DAY - 1)
    await addUser()
    await receiver.has(1)
    service.clock.advance(1)
    await addUser()
    await receiver.has(2)
    expect([await takes(0, secret), await takes(0, old)]).toEqual([true, true])
    expect([await takes(1, secret), await takes(1, old)]).toEqual([true, false])
  })

  test('that is repeated has the same bytes and identifier, and a signature of its own time', async () => {
    const { receiver, id, secret } = await receive((response, nth) => response.writeHead(nth === 0 ? 500 : 200).end())
    await deliver()
    await addUser()
    await attempted(id)
    service.clock.advance(6_000)
    await receiver.has(2)
    const [first, second] = receiver.received as [(typeof receiver.received)[0], (typeof receiver.received)[0]]
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])
    expect(() => new StandardWebhook(secret).verify(second.body, second.headers)).not.toThrow()
    expect(await attempted(id, 2)).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [
        { at: NOW, status_code: 500, error: null, duration_ms: expect.any(Number) },
        { at: '2026-11-21T09:30:06.000Z', status_code: 200, error: null, duration_ms: expect.any(Number) },
      ],
    })
  })

  test('of the test event reaches an endpoint that asks for others', async () => {
    const { receiver, id } = await receive(undefined, { events: ['order.created'] })
    await deliver()
    const { body: delivery } = await service.admin.rest(`POST /v1/webhook-endpoints/${id}/test`)
    await receiver.has(1)
    expect(receiver.events).toMatchObject([{ event: 'webhook.test', id: delivery.event_id, data: { id } }])
    expect(await attempted(id)).toMatchObject({ id: delivery.id, status: 'succeeded' })
  })
})

describe('a receiver that', () => {
  const trickle: Answerer = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  }
  const answers: [what: string, answer: Answerer, attempt: object][] = [
    ['hangs', () => {}, { status_code: null, error: 'There was no answer within 0.3 seconds.' }],
    [
      'resets the connection',
      (response) => void response.socket!.resetAndDestroy(),
      { status_code: null, error: expect.any(String) },
    ],
    [
      'sends its answer a byte at a time',
      trickle,
      { status_code: null, error: 'There was no answer within 0.3 seconds.' },
    ],
    ['answers 500', status(500), { status_code: 500, error: null }],
    ['answers 304', status(304), { status_code: 304, error: null }],
  ]

  test.each(answers)('%s gets the delivery again', async (_what, answer, attempt) => {
    const { id } = await receive(answer)
    await deliver()
    await addUser()
    const delivery = await attempted(id)
    expect(delivery).toMatchObject({ status: 'pending', attempts: [attempt] })
    const pause = Date.parse(delivery.next_attempt_at) - service.clock.now()
    expect(pause).toBeGreaterThanOrEqual(4_000)
    expect(pause).toBeLessThanOrEqual(6_000)
  })

  test('redirects is not followed', async () => {
    const other = await Receiver.start()
    closing.push(() => other.stop())
    const { id } = await receive(status(307, { location: other.url }))
    await deliver()
    await addUser()
    expect(await attempted(id)).toMatchObject({ status: 'pending', attempts: [{ status_code: 307 }] })
    expect(other.received).toEqual([])
  })

  test('answers 2xx with a huge body is read up to a bound, and believed', async () => {
    let sent = 0
    const { id } = await receive((response) => {
      const chunk = Buffer.alloc(65_536)
      const pour = () => {
        while (!response.destroyed && sent < 1e9) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', pour)
        }
      }
      pour()
    })
    await deliver({ timeout: 5_000 })
    await addUser()
    expect(await attempted(id)).toMatchObject({ status: 'succeeded', attempts: [{ status_code: 200 }] })
    expect(sent).toBeLessThan(1e8)
  })

  test('answers 429 is left alone for as long as it asks', async () => {
    const { id } = await receive(status(429, { 'retry-after': '120' }))
    await deliver()
    await addUser()
    const delivery = await attempted(id)
    expect(Date.parse(delivery.next_attempt_at)).toBe(service.clock.now() + 2 * MINUTE)
  })

  test('answers 410 is disabled, and gets nothing more until it is enabled', async () => {
    const notices: unknown[] = []
    const { receiver, id } = await receive(status(410))
    const deliverer = await deliver({ onDisabled: (notice) => notices.push(notice) })
    await addUser()
    expect(await attempted(id)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      attempts: [{ status_code: 410 }],
    })
    expect(await endpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    expect(notices).toEqual([{ endpoint_id: id, reason: 'gone' }])
    expect(deliverer.counters).toEqual({ succeeded: 0, retried: 0, failed: 1, disabled: 1 })

    receiver.answer = status(204)
    service.clock.advance(1)
    const missed = await addUser()
    await vi.waitFor(async () => expect((await service.admin.rest('GET /v1/events')).body.data).toHaveLength(2))
    expect(await service.admin.rest(`PATCH /v1/webhook-endpoints/${id}`, { status: 'enabled' })).toMatchObject({
      body: { status: 'enabled', disabled_reason: null },
    })
    expect(await deliveries(id)).toHaveLength(1)
    const recovered = await service.admin.rest(`POST /v1/webhook-endpoints/${id}/recover`, { since: NOW })
    expect(recovered.body).toEqual({ queued: 2 })
    await receiver.has(3)
    expect(idsOf(receiver)[2]).toBe(missed.id)
  })

  test('fails for five days is disabled; what it was not sent is given up after ten attempts', async () => {
    const { id } = await receive(status(500))
    await deliver()
    await addUser()
    for (let attempts = 1; attempts < 10; attempts++) {
      const { next_attempt_at } = await attempted(id, attempts)
      service.clock.advance(Date.parse(next_attempt_at) - service.clock.now())
    }
    expect(await attempted(id, 10)).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(await endpoint(id)).toMatchObject({ status: 'enabled' })
    service.clock.advance(Date.parse(NOW) + 5 * DAY - service.clock.now())
    await addUser()
    await attempted(id)
    expect(await endpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  })
})

describe('order', () => {
  test('an endpoint that answers gets events one by one, in the order of the log', async () => {
    let open = 0
    let most = 0
    const { receiver } = await receive((response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        response.writeHead(200).end()
      }, Math.random() * 10)
    })
    await deliver()
    const added = await addUsers(50)
    await receiver.has(50, 20_000)
    expect(idsOf(receiver)).toEqual(added)
    expect(most).toBe(1)
  })

  test('while one waits for its repetition, later ones go ahead', async () => {
    let refused: string | undefined
    const { receiver, id } = await receive((response, nth, { headers }) => {
      if (nth === 0) refused = headers['webhook-id']
      response.writeHead(nth === 0 ? 500 : 200).end()
    })
    await deliver()
    const [first] = await addUsers(1)
    await attempted(id)
    const later = await addUsers(3)
    await receiver.has(4)
    expect(idsOf(receiver)).toEqual([first, ...later])
    service.clock.advance(6_000)
    await receiver.has(5)
    expect(receiver.received[4]!.headers['webhook-id']).toBe(refused)
  })

  test('receivers that hang hold nobody up', async () => {
    const hanging = []
    for (let nth = 0; nth < 20; nth++) hanging.push(await receive(() => {}))
    const { receiver } = await receive()
    await deliver({ timeout: 60_000 })
    const added = await addUsers(5)
    await receiver.has(5)
    expect(idsOf(receiver)).toEqual(added)
    for (const one of hanging) expect(one.receiver.received).toHaveLength(1)
  })

  test('an endpoint that changes gets what follows as it is now', async () => {
    const { receiver, id } = await receive()
    const moved = await Receiver.start()
    closing.push(() => moved.stop())
    receiver.answer = (response, nth) => {
      if (nth > 0) return void response.writeHead(200).end()
      void service.admin.rest(`PATCH /v1/webhook-endpoints/${id}`, { url: moved.url }).then(() => response.end())
    }
    const added = await addUsers(5)
    service.clock.advance(1_000)
    await deliver()
    await moved.has(4)
    expect([idsOf(receiver), idsOf(moved)]).toEqual([added.slice(0, 1), added.slice(1)])
  })
})

describe('stopping', () => {
  test('what is in flight is handed back, as if it had not been tried, and made after the next start', async () => {
    const { receiver, id } = await receive(() => {})
    const first = await deliver({ timeout: 60_000 })
    const user = await addUser()
    await receiver.has(1)
    await first.stop()
    expect((await deliveries(id))[0]).toMatchObject({ status: 'pending', attempts: [] })
    receiver.answer = status(204)
    await deliver()
    await receiver.has(2)
    expect(idsOf(receiver)).toEqual([user.id, user.id])
    expect(await attempted(id)).toMatchObject({ status: 'succeeded' })
  })

  test('what is answered in time is written down', async () => {
    const { receiver, id } = await receive((response) => void setTimeout(() => response.end(), 100))
    const deliverer = await deliver({ timeout: 5_000, grace: 5_000 })
    await addUser()
    await receiver.has(1)
    await deliverer.stop()
    expect((await deliveries(id))[0]).toMatchObject({ status: 'succeeded', attempts: [{ status_code: 200 }] })
  })
})
