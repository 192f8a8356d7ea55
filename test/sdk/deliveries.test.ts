import type { Delivery } from '@roster/sdk'
import { verifyWebhook } from '@roster/sdk/webhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answerer, Receiver, status } from '../support/receiver.ts'
import { liveTwin, mockTwin, type Twin } from '../support/twins.ts'
import { World } from '../support/world.ts'

let twins: Twin[]
beforeAll(async () => {
  twins = await Promise.all([liveTwin({ delivers: true }), mockTwin({ delivers: true })])
})
afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

const receivers: Receiver[] = []
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())))

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** A receiver of webhooks, and the endpoint that sends new users to it. */
class Scene {
  readonly world: World
  receiver!: Receiver
  id = ''
  secrets: string[] = []
  #people = 0

  constructor(twin: Twin) {
    this.world = new World(twin)
  }

  get twin(): Twin {
    return this.world.twin
  }

  async begin(): Promise<void> {
    this.receiver = await Receiver.start()
    receivers.push(this.receiver)
    const input = { url: this.receiver.url, events: ['user.created'] }
    const body = JSON.stringify(input)
    const headers = { 'x-api-key': this.twin.adminKey, 'content-type': 'application/json' }
    // The address has another port each time, so this is not compared.
    const made = await this.twin.fetch('/v1/webhook-endpoints', { method: 'POST', headers, body })
    const { id, secret } = (await made.json()) as { id: string; secret: string }
    this.id = id
    this.secrets = [secret]
  }

  /** Adds a user and answers what is delivered then. */
  async addUser(answer?: Answerer): Promise<void> {
    if (answer) this.receiver.answer = answer
    this.twin.clock.advance(10)
    const email = `p${++this.#people}@example.com`
    await this.world.make('/v1/users', { name: 'P', email, role: 'viewer' })
    await this.twin.deliverDue()
  }

  async pass(milliseconds: number): Promise<void> {
    this.twin.clock.advance(milliseconds)
    await this.twin.deliverDue()
  }

  async call(method: string, path = '', body?: unknown): Promise<any> {
    const headers = {
      'x-api-key': this.twin.adminKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const { url: _, ...answer } = (await (
      await this.twin.fetch(`/v1/webhook-endpoints/${this.id}${path}`, init)
    ).json()) as any
    return answer
  }

  /** Notes the endpoint and its deliveries, as they are now. */
  async note(): Promise<void> {
    const { data } = await this.call('GET', '/deliveries')
    const deliveries = data.map((delivery: Delivery) => this.#plain(delivery))
    this.world.transcript.note({ endpoint: await this.call('GET'), deliveries })
  }

  /** Without what differs by chance: how far a pause is from the schedule, how long an attempt takes, and how a system calls what failed. */
  #plain({ next_attempt_at, attempts, ...delivery }: Delivery): object {
    const last = Date.parse(attempts.at(-1)?.at ?? delivery.created_at)
    const wait = next_attempt_at === null ? null : Date.parse(next_attempt_at) - last
    const planned = PAUSES[attempts.length - 1] ?? 0
    const pause = wait !== null && Math.abs(wait - planned) <= 0.2 * planned ? planned : wait
    const made = attempts.map(({ at, status_code, error }) => ({ at, status_code, error: error === null ? null : 'some' })) // prettier-ignore
    return { ...delivery, pause, made }
  }

  /** Notes what has arrived, in its order, and proves its signatures. */
  async noteReceived(): Promise<void> {
    for (const { method, headers, body } of this.receiver.received) {
      const now = () => new Date(Number(headers['webhook-timestamp']) * 1_000)
      await verifyWebhook(body, headers, this.secrets, { now })
      const shown = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp'].map((name) => headers[name])
      this.world.transcript.note({ method, shown, body: body.replaceAll(this.receiver.url, 'http://receiver') })
      this.world.transcript.note({ signatures: headers['webhook-signature']!.split(' ').length })
    }
  }
}

/** Runs a script on both, and expects the same deliveries. */
async function expectSameDeliveries(script: (scene: Scene) => Promise<void>): Promise<void> {
  const transcripts = []
  for (const twin of twins) {
    const scene = new Scene(twin)
    await scene.begin()
    await script(scene)
    await scene.note()
    await scene.noteReceived()
    transcripts.push(scene.world.transcript.lines)
  }
  expect(transcripts[1]).toEqual(transcripts[0])
}

test('what an endpoint takes is delivered once, in order, and signed by each secret that holds', () =>
  expectSameDeliveries(async (scene) => {
    await scene.addUser()
    await scene.addUser(status(202))
    scene.secrets.push((await scene.call('POST', '/rotate-secret')).secret)
    await scene.addUser()
    // Deliveries of one millisecond are listed in no promised order.
    await scene.pass(10)
    await scene.call('POST', '/test')
    await scene.twin.deliverDue()
    await scene.pass(24 * HOUR)
    await scene.addUser()
  }))

test.each([
  ['an error', status(500)],
  ['a redirect', status(302, { location: 'https://example.com' })],
  ['a wait in seconds', status(429, { 'retry-after': '90' })],
  ['a wait until a date', status(503, { 'retry-after': 'Sat, 21 Nov 2026 10:00:00 GMT' })],
  ['a wait that says nothing', status(503, { 'retry-after': 'soon' })],
  ['a connection that is cut', (response) => void response.socket!.destroy()],
] as [string, Answerer][])('%s is tried again, and others go ahead', (_what, answer) =>
  expectSameDeliveries(async (scene) => {
    await scene.addUser(answer)
    await scene.note()
    await scene.addUser(status(204))
    await scene.pass(SECOND)
    await scene.note()
    await scene.pass(31 * MINUTE)
  }),
)

test('what is refused ten times has failed, until it is asked for again', () =>
  expectSameDeliveries(async (scene) => {
    await scene.addUser(status(500))
    for (const pause of PAUSES) {
      await scene.pass(1.2 * pause)
      await scene.note()
    }
    const [{ id }] = (await scene.call('GET', '/deliveries')).data
    scene.receiver.answer = status(204)
    await scene.call('POST', `/deliveries/${id}/redeliver`)
    await scene.twin.deliverDue()
  }))

test('an endpoint that is gone is disabled, and recovers what it missed', () =>
  expectSameDeliveries(async (scene) => {
    await scene.addUser(status(410))
    await scene.note()
    await scene.addUser()
    await scene.call('PATCH', '', { status: 'enabled' })
    await scene.note()
    scene.receiver.answer = status(204)
    scene.world.transcript.note(await scene.call('POST', '/recover', { since: '2026-11-21T00:00:00Z' }))
    await scene.twin.deliverDue()
  }))

test.each([410, 500])('an answer %s from an address that an endpoint has left does nothing to it', (code) =>
  expectSameDeliveries(async (scene) => {
    const moved = await Receiver.start()
    receivers.push(moved)
    await scene.addUser(
      (response) => void scene.call('PATCH', '', { url: moved.url }).then(() => response.writeHead(code).end()),
    )
    await scene.twin.deliverDue()
    scene.world.transcript.note({ moved: moved.received.length })
  }),
)

test('an endpoint may fail for five days at each address', () =>
  expectSameDeliveries(async (scene) => {
    const moved = await Receiver.start(status(500))
    receivers.push(moved)
    for (let day = 0; day < 6; day++) {
      await scene.addUser(status(500))
      if (day === 2) await scene.call('PATCH', '', { url: moved.url })
      await scene.pass(29 * HOUR)
      const { status: now } = await scene.call('GET')
      scene.world.transcript.note({ day, now })
    }
  }))

test('an endpoint that fails for five days is disabled', () =>
  expectSameDeliveries(async (scene) => {
    scene.receiver.answer = status(500)
    for (let day = 0; day < 6; day++) {
      await scene.addUser()
      // Longer than the longest pause, however far by chance it is from the schedule.
      await scene.pass(29 * HOUR)
      const { status: now, disabled_reason } = await scene.call('GET')
      scene.world.transcript.note({ day, now, disabled_reason })
    }
    await scene.call('PATCH', '', { status: 'enabled' })
    await scene.twin.deliverDue()
    await scene.addUser()
  }))
