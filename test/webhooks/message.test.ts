import { createSealer, DeliveryQueue } from '@roster/core/server'
import { verifyWebhook } from '@roster/sdk/webhooks'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import { settled } from '../support/realtime.ts'
import { status } from '../support/receiver.ts'
import { NOW } from '../support/service.ts'
import { setScene } from '../support/webhook-scene.ts'

const DAY = 24 * 60 * 60 * 1_000

const scene = setScene()

describe('a delivery', () => {
  test('is the event as every transport has it, signed so that all libraries believe it', async () => {
    const { receiver, secret } = await scene.receive()
    await scene.deliver()
    const user = await scene.addUser()
    await receiver.has(1)
    const [{ method, headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    const { data: events } = await scene.sdk.events.list({ type: 'user.created' })
    const { event, id, cursor, created_at, api_version, actor } = events[0]!
    expect(method).toBe('POST')
    expect(body).toBe(JSON.stringify({ event, id, cursor, created_at, api_version, actor, data: user }))
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
    const { receiver, id, secret: old } = await scene.receive()
    await scene.deliver()
    const { secret } = await scene.sdk.webhookEndpoints.rotateSecret(id)
    const takes = async (nth: number, key: string) => {
      const { body, headers } = receiver.received[nth]!
      return verifyWebhook(body, headers, key, { now: () => new Date(scene.service.clock.now()) }).then(
        () => true,
        () => false,
      )
    }
    scene.service.clock.advance(DAY - 1)
    await scene.addUser()
    await receiver.has(1)
    scene.service.clock.advance(1)
    await scene.addUser()
    await receiver.has(2)
    expect([await takes(0, secret), await takes(0, old)]).toEqual([true, true])
    expect([await takes(1, secret), await takes(1, old)]).toEqual([true, false])
  })

  test('that is repeated has the same bytes and identifier, and a signature of its own time', async () => {
    const { receiver, id, secret } = await scene.receive((response, nth) =>
      response.writeHead(nth === 0 ? 500 : 200).end(),
    )
    await scene.deliver()
    await scene.addUser()
    await scene.attempted(id)
    scene.service.clock.advance(6_000)
    await receiver.has(2)
    const [first, second] = receiver.received as [(typeof receiver.received)[0], (typeof receiver.received)[0]]
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])
    expect(() => new StandardWebhook(secret).verify(second.body, second.headers)).not.toThrow()
    expect(await scene.attempted(id, 2)).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [
        { at: NOW, status_code: 500, error: null, duration_ms: expect.any(Number) },
        { at: '2026-11-21T09:30:06.000Z', status_code: 200, error: null, duration_ms: expect.any(Number) },
      ],
    })
  })

  test('goes to the path and the query of its address', async () => {
    const receiver = await scene.listen()
    await scene.receive(undefined, { url: `${receiver.url}?a=1&b=%2f#x` })
    await scene.deliver()
    await scene.addUser()
    await receiver.has(1)
    expect(receiver.received).toMatchObject([{ target: '/hook?a=1&b=%2f' }])
  })

  test.each([204, 500])('is shown with its last hundred attempts, after a %s', async (code) => {
    const { id } = await scene.receive(status(code))
    await scene.addUser()
    await settled(scene.service)
    const attempt = { at: NOW, status_code: 503, error: null }
    const before = Array.from({ length: 100 }, (_, nth) => ({ ...attempt, duration_ms: nth }))
    await scene.service.database.query({ text: 'update webhook_deliveries set attempts = $1' }, [
      JSON.stringify(before),
    ])
    await scene.deliver()
    const attempts = async () => (await scene.deliveries(id))[0]!.attempts
    await expect.poll(async () => (await attempts()).at(-1)).toMatchObject({ status_code: code })
    expect((await attempts()).slice(0, -1)).toEqual(before.slice(1))
  })

  test('of the test event reaches an endpoint that asks for others', async () => {
    const { receiver, id } = await scene.receive(undefined, { events: ['order.created'] })
    await scene.deliver()
    const delivery = await scene.sdk.webhookEndpoints.test(id)
    await receiver.has(1)
    expect(receiver.events).toMatchObject([{ event: 'webhook.test', id: delivery.event_id, data: { id } }])
    expect(await scene.attempted(id)).toMatchObject({ id: delivery.id, status: 'succeeded' })
  })

  test('whose secret was sealed by another service is not sent, and says so', async () => {
    const { receiver, id } = await scene.receive()
    await scene.deliver({
      queue: new DeliveryQueue(scene.service.database, createSealer([Buffer.alloc(32)], 'webhook')),
    })
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: null, error: expect.stringContaining('cannot be read') }],
    })
    expect(receiver.received).toEqual([])
  })
})
