import type { Deliverer, DelivererOptions } from '@roster/gateway'
import type { Roster, WebhookEndpointsCreateBody } from '@roster/sdk'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { PATIENCE } from './patience.ts'
import { type Answerer, Receiver } from './receiver.ts'
import { NOW, type Service, startService } from './service.ts'
import { startDeliverer } from './webhooks.ts'

/** A service with receivers of its webhooks. The clocks of the service and of `Date` stand still. */
export class Scene {
  service!: Service
  /** Functions that run at the end of the test, the last first. */
  readonly closing: (() => Promise<unknown>)[] = []
  #people = 0

  /** The administrator's client. */
  get sdk(): Roster {
    return this.service.admin.sdk
  }

  /** Starts a deliverer, which is stopped at the end of the test. */
  async deliver(changes: Partial<DelivererOptions> = {}): Promise<Deliverer> {
    const deliverer = await startDeliverer(this.service, changes)
    this.closing.push(() => deliverer.stop())
    return deliverer
  }

  /** Starts a receiver, and creates an endpoint that sends `user.created` to it. */
  async receive(answer?: Answerer, members: Partial<WebhookEndpointsCreateBody> = {}) {
    const receiver = await this.listen(answer)
    const { id, secret } = await this.sdk.webhookEndpoints.create({
      url: receiver.url,
      events: ['user.created'],
      ...members,
    })
    return { receiver, id, secret }
  }

  /** Starts a receiver without an endpoint. */
  async listen(answer?: Answerer, tls?: { key: string; cert: string }): Promise<Receiver> {
    const receiver = await Receiver.start(answer, tls)
    this.closing.push(() => receiver.stop())
    return receiver
  }

  addUser() {
    return this.sdk.users.create({ name: 'P', email: `p${++this.#people}@example.com`, role: 'viewer' })
  }

  /** Adds users one by one, and returns their identifiers. */
  async addUsers(count: number): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < count) ids.push((await this.addUser()).id)
    return ids
  }

  /** Returns the deliveries to an endpoint, the newest first. */
  async deliveries(id: string) {
    return (await this.sdk.webhookEndpoints.deliveries(id, { limit: 100 })).data
  }

  /** Waits until the newest delivery to an endpoint has this number of attempts, and returns the delivery. */
  async attempted(id: string, attempts = 1) {
    const look = async () => {
      const [delivery] = await this.deliveries(id)
      expect(delivery?.attempts).toHaveLength(attempts)
      return delivery!
    }
    return vi.waitFor(look, { timeout: PATIENCE, interval: 20 })
  }
}

/** Sets up a new scene for each test of the file. */
export function setScene(): Scene {
  const scene = new Scene()
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) })
    scene.service = await startService()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const close of scene.closing.splice(0).toReversed()) await close()
    await scene.service.stop()
  })
  return scene
}

/** Returns the identifiers of the records in a receiver's events, in order of arrival. */
export const idsAt = (receiver: Receiver) => receiver.events.map(({ data }) => data.id)
