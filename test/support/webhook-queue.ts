import { eventAccess } from '@roster/api'
import { createSealer, DeliveryQueue, type EndpointLease, type Failure } from '@roster/core/server'
import { afterEach, beforeEach } from 'vitest'
import { sequenceAll } from '../../packages/core/src/event-log/events.fixture.ts'
import { queueDeliveries } from '../../packages/core/src/webhooks/queue-up.ts'
import { type Service, startService } from './service.ts'

/** A service with an endpoint for new users, the queue of its deliveries, and one delivery in it. */
export class QueueScene {
  service!: Service
  queue!: DeliveryQueue
  #people = 0

  async begin(): Promise<void> {
    this.service = await startService()
    this.queue = new DeliveryQueue(this.service.database, createSealer(this.service.secrets, 'webhook'))
    await this.service.admin.sdk.webhookEndpoints.create({
      url: 'https://hooks.example.com',
      events: ['user.created'],
    })
    await this.addUser()
  }

  get now(): number {
    return this.service.clock.now()
  }

  addUser = async (): Promise<void> => {
    const email = `person${++this.#people}@example.com`
    await this.service.admin.sdk.users.create({ name: 'Person', email, role: 'viewer' })
    await sequenceAll(this.service.database, [queueDeliveries(eventAccess)])
  }

  /** Returns the lease of the only endpoint, if it can be had. */
  claim = async (failing = false): Promise<EndpointLease | undefined> => {
    const [lease] = await this.queue.claim({ failing, limit: 10 }, this.now)
    return lease
  }

  /** Ends all leases, as after their 30 seconds. */
  endLease = () =>
    this.service.database.query({ text: `update webhook_endpoints set leased_until = now() - interval '1 s'` })

  attempt = (status_code: number) => ({
    at: new Date(this.now).toISOString(),
    status_code,
    error: null,
    duration_ms: 1,
  })

  failure = (status: Failure['status'], nextAttemptAt: number | null = null): Failure => ({
    attempt: this.attempt(500),
    status,
    nextAttemptAt,
    isGone: false,
  })

  /** Records that the first delivery which is due has failed, and resolves to why that disabled the endpoint. */
  fail = async (lease: EndpointLease, ...how: Parameters<QueueScene['failure']>) => {
    const [delivery] = await dueAt(lease, this.now)
    return lease.failed(delivery!, this.failure(...how), this.now)
  }

  /** Records that the first delivery which is due has succeeded. */
  succeed = async (lease: EndpointLease): Promise<void> => {
    const [delivery] = await dueAt(lease, this.now)
    lease.succeeded(delivery!, this.attempt(200))
    await lease.written()
  }
}

/** Returns the deliveries of an endpoint that are due at a time in milliseconds. */
export const dueAt = (lease: EndpointLease, time: number) => lease.due({ time, limit: 20 })

/** Sets up a new scene for each test of the file. */
export function setQueueScene(): QueueScene {
  const scene = new QueueScene()
  beforeEach(() => scene.begin())
  afterEach(() => scene.service.stop())
  return scene
}
