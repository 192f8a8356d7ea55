import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, certificateFor, hasOpenssl } from '@roster/test/certificate'
import { type DelivererOptions, openGuardedAgent } from '@roster/gateway'
import { describe, expect, test, vi } from 'vitest'
import { type Answerer, status } from '../support/receiver.ts'
import { NOW } from '../support/service.ts'
import { idsAt, setScene } from '../support/webhook-scene.ts'
import { destinations } from '../support/destinations.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const scene = setScene()

describe('a receiver that', () => {
  const trickle: Answerer = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  }
  const impatient = { timeout: 300 }
  const answers: [what: string, answer: Answerer, attempt: object, options?: Partial<DelivererOptions>][] = [
    ['hangs', () => {}, { status_code: null, error: 'There was no answer within 0.3 seconds.' }, impatient],
    [
      'resets the connection',
      (response) => void response.socket!.resetAndDestroy(),
      { status_code: null, error: expect.any(String) },
    ],
    [
      'sends its answer a byte at a time',
      trickle,
      { status_code: null, error: 'There was no answer within 0.3 seconds.' },
      impatient,
    ],
    ['answers 500', status(500), { status_code: 500, error: null }],
    ['answers 304', status(304), { status_code: 304, error: null }],
  ]

  test.each(answers)('%s gets the delivery again', async (_what, answer, attempt, options) => {
    const { id } = await scene.receive(answer)
    await scene.deliver(options)
    await scene.addUser()
    const delivery = await scene.attempted(id)
    expect(delivery).toMatchObject({ status: 'pending', attempts: [attempt] })
    const pause = Date.parse(delivery.next_attempt_at!) - scene.service.clock.now()
    expect(pause).toBeGreaterThanOrEqual(4_000)
    expect(pause).toBeLessThanOrEqual(6_000)
  })

  test('hangs has fifteen seconds to answer', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { id } = await scene.receive(() => {})
    await scene.deliver()
    await scene.addUser()
    const timer = () => timers.mock.calls.find(([, time]) => time === 15_000)
    await expect.poll(timer).toBeDefined()
    expect(await scene.deliveries(id)).toMatchObject([{ status: 'pending', attempts: [] }])
    timer()![0]()
    expect(await scene.attempted(id)).toMatchObject({
      attempts: [{ status_code: null, error: 'There was no answer within 15 seconds.' }],
    })
  })

  test('is signed for with a secret that cannot be read any more is sent nothing, and its owner is told why', async () => {
    const { id, receiver } = await scene.receive()
    await scene.service.database.query({ text: 'update webhook_endpoints set secret = $1' }, ['unreadable'])
    await scene.deliver()
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({
      status: 'pending',
      attempts: [
        { status_code: null, error: expect.stringMatching(/^The secret of this endpoint cannot be read any more/) },
      ],
    })
    expect(receiver.received).toEqual([])
  })

  test('redirects is not followed', async () => {
    const other = await scene.listen()
    const { id } = await scene.receive(status(307, { location: other.url }))
    await scene.deliver()
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({ status: 'pending', attempts: [{ status_code: 307 }] })
    expect(other.received).toEqual([])
  })

  test('answers 429 is left alone for as long as it asks', async () => {
    const { id } = await scene.receive(status(429, { 'retry-after': '120' }))
    await scene.deliver()
    await scene.addUser()
    const delivery = await scene.attempted(id)
    expect(Date.parse(delivery.next_attempt_at!)).toBe(scene.service.clock.now() + 2 * MINUTE)
  })

  test('says twice how long to wait is left alone for as long as it says first', async () => {
    const { id } = await scene.receive(
      (response) => void response.writeHead(503, ['retry-after', '7200', 'retry-after', '60']).end(),
    )
    await scene.deliver()
    await scene.addUser()
    const { next_attempt_at } = await scene.attempted(id)
    expect(Date.parse(next_attempt_at!)).toBe(scene.service.clock.now() + 120 * MINUTE)
  })

  const UNENDED: [what: string, answer: Answerer, delivery: object, endpoint: object][] = [
    [
      'answers 410 and does not end is disabled',
      (response) => void response.writeHead(410).write('gone'),
      { status: 'failed', attempts: [{ status_code: 410, error: null }] },
      { status: 'disabled', disabled_reason: 'gone' },
    ],
    [
      'asks to wait and does not end is left alone for as long',
      (response) => void response.writeHead(429, { 'retry-after': '120' }).write('busy'),
      {
        status: 'pending',
        attempts: [{ status_code: 429, error: null }],
        next_attempt_at: new Date(Date.parse(NOW) + 2 * MINUTE).toISOString(),
      },
      { status: 'enabled' },
    ],
    [
      'breaks off after it has said 410 is disabled',
      (response) => {
        response.writeHead(410, { 'content-length': '100' }).write('gone')
        setTimeout(() => response.destroy(), 20)
      },
      { status: 'failed', attempts: [{ status_code: 410, error: null }] },
      { status: 'disabled', disabled_reason: 'gone' },
    ],
  ]

  test.each(UNENDED)('%s', async (_what, answer, delivery, endpoint) => {
    const { id } = await scene.receive(answer)
    // Longer than it takes until the head of the answer is there.
    await scene.deliver({ timeout: 3_000 })
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject(delivery)
    expect(await scene.sdk.webhookEndpoints.get(id)).toMatchObject(endpoint)
  })

  test('breaks off after it has said 200 gets the delivery again', async () => {
    const { id } = await scene.receive((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('thank')
      setTimeout(() => response.destroy(), 20)
    })
    await scene.deliver()
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: null, error: expect.any(String) }],
    })
  })

  test('answers 410 is disabled, and gets nothing more until it is enabled', async () => {
    const notices: unknown[] = []
    const { receiver, id } = await scene.receive(status(410))
    scene.service.clock.advance(1)
    const updated_at = new Date(scene.service.clock.now()).toISOString()
    const deliverer = await scene.deliver({ onDisabled: (notice) => notices.push(notice) })
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      attempts: [{ status_code: 410 }],
    })
    const gone = { status: 'disabled', disabled_reason: 'gone', updated_at }
    expect(await scene.sdk.webhookEndpoints.get(id)).toMatchObject(gone)
    await expect.poll(() => notices).toEqual([{ endpoint_id: id, reason: 'gone' }])
    expect(deliverer.counters).toEqual({ succeeded: 0, retried: 0, failed: 1, disabled: 1 })

    receiver.answer = status(204)
    scene.service.clock.advance(1)
    const missed = await scene.addUser()
    await expect.poll(async () => (await scene.sdk.events.list()).data).toHaveLength(2)
    const enabled = await scene.sdk.webhookEndpoints.update(id, { status: 'enabled' })
    expect(enabled).toMatchObject({ status: 'enabled', disabled_reason: null })
    expect(await scene.deliveries(id)).toHaveLength(1)
    expect(await scene.sdk.webhookEndpoints.recover(id, { since: NOW })).toEqual({ queued: 2 })
    await receiver.has(3)
    expect(idsAt(receiver)[2]).toBe(missed.id)
  })

  test.each([
    [410, 'failed', { retried: 0, failed: 1 }],
    [500, 'pending', { retried: 1, failed: 0 }],
  ])('answers %s once its endpoint was disabled by request leaves it at that', async (code, state, counted) => {
    const { receiver, id } = await scene.receive()
    receiver.answer = (response) =>
      void scene.sdk.webhookEndpoints.update(id, { status: 'disabled' }).then(() => response.writeHead(code).end())
    const deliverer = await scene.deliver()
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({ status: state, attempts: [{ status_code: code }] })
    const disabled = { status: 'disabled', disabled_reason: 'requested' }
    expect(await scene.sdk.webhookEndpoints.get(id)).toMatchObject(disabled)
    expect(deliverer.counters).toEqual({ succeeded: 0, disabled: 0, ...counted })
  })

  test.each([410, 500])(
    'answers %s at an address that its endpoint has left disables nothing, and the delivery goes to the new one',
    async (code) => {
      const { receiver, id } = await scene.receive()
      const moved = await scene.listen()
      receiver.answer = (response) =>
        void scene.sdk.webhookEndpoints.update(id, { url: moved.url }).then(() => response.writeHead(code).end())
      const added = await scene.addUser()
      scene.service.clock.advance(1_000)
      const deliverer = await scene.deliver()
      await moved.has(1)
      const attempts = [{ status_code: code }, { status_code: 204 }]
      expect(await scene.attempted(id, 2)).toMatchObject({ status: 'succeeded', attempts })
      expect(await scene.sdk.webhookEndpoints.get(id)).toMatchObject({ status: 'enabled', disabled_reason: null })
      expect(idsAt(moved)).toEqual([added.id])
      expect(deliverer.counters).toMatchObject({ succeeded: 1, disabled: 0 })
    },
  )

  test('fails for five days is disabled; what it was not sent is given up after ten attempts', async () => {
    const { id } = await scene.receive(status(500))
    await scene.deliver()
    await scene.addUser()
    for (let attempts = 1; attempts < 10; attempts++) {
      const { next_attempt_at } = await scene.attempted(id, attempts)
      scene.service.clock.advance(Date.parse(next_attempt_at!) - scene.service.clock.now())
    }
    expect(await scene.attempted(id, 10)).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(await scene.sdk.webhookEndpoints.get(id)).toMatchObject({ status: 'enabled' })
    scene.service.clock.advance(Date.parse(NOW) + 5 * DAY - scene.service.clock.now())
    await scene.addUser()
    await scene.attempted(id)
    expect(await scene.sdk.webhookEndpoints.get(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  })
})

describe.skipIf(!hasOpenssl)('a receiver over https', () => {
  function certificateOf(address: string): Certificate {
    const folder = mkdtempSync(join(tmpdir(), 'roster-test-'))
    try {
      return certificateFor(address, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  async function attemptWith(tls: Certificate, ca?: string) {
    vi.useRealTimers()
    const receiver = await scene.listen(status(204), tls)
    const { id } = await scene.receive(undefined, { url: receiver.url })
    await scene.deliver({ openAgent: () => openGuardedAgent(destinations, { ca }) })
    await scene.addUser()
    const { attempts } = await scene.attempted(id)
    return { attempt: attempts[0], received: receiver.received.length }
  }

  test('with a certificate that is trusted gets the delivery', async () => {
    const tls = certificateOf('127.0.0.1')
    expect(await attemptWith(tls, tls.cert)).toMatchObject({ attempt: { status_code: 204, error: null }, received: 1 })
  })

  test.each([
    ['that nobody vouches for', '127.0.0.1', false],
    ['of another address', '127.0.0.2', true],
  ])('with a certificate %s gets nothing', async (_what, address, isTrusted) => {
    const tls = certificateOf(address)
    expect(await attemptWith(tls, isTrusted ? tls.cert : undefined)).toMatchObject({
      attempt: { status_code: null, error: expect.stringMatching(/certificate|IP/) },
      received: 0,
    })
  })
})
