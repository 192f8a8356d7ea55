import { type Service, startService } from '@roster/test/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sequenceAll } from '../event-log/events.fixture.ts'
import { eventAccess } from '@roster/api'
import { createSealer } from '../crypto/sealer.ts'
import { queueDeliveries } from './queue-up.ts'
import { DeliveryQueue } from './queue.ts'
import type { AttemptResult, EndpointLease } from './endpoint-lease.ts'

const DAY = 24 * 60 * 60 * 1_000

let service: Service
let queue: DeliveryQueue
let people = 0
beforeEach(async () => {
  service = await startService()
  queue = new DeliveryQueue(service.database, createSealer(service.secrets, 'webhook'))
  const endpoint = { url: 'https://hooks.example.com', events: ['user.created'] as const }
  await service.admin.sdk.webhookEndpoints.create({ ...endpoint, events: [...endpoint.events] })
  await addUser()
})
afterEach(() => service.stop())

async function addUser(): Promise<void> {
  const email = `person${++people}@example.com`
  await service.admin.sdk.users.create({ name: 'Person', email, role: 'viewer' })
  await sequenceAll(service.database, [queueDeliveries(eventAccess)])
}

/** The lease of the only endpoint, if it can be had. */
async function claim(failing = false): Promise<EndpointLease | undefined> {
  const [lease] = await queue.claim({ failing, limit: 10 }, service.clock.now())
  return lease
}

/** Writes down what came of the first delivery that is due. */
async function settle(lease: EndpointLease, status: AttemptResult['status'], nextAttemptAt: number | null = null) {
  const [delivery] = await lease.due(service.clock.now())
  const attempt = { at: new Date(service.clock.now()).toISOString(), status_code: 500, error: null, duration_ms: 1 }
  return lease.record(delivery!, { attempt, status, nextAttemptAt, isGone: false }, service.clock.now())
}

const endLease = () =>
  service.database.query({ text: `update webhook_endpoints set leased_until = now() - interval '1 s'` })

test('an endpoint belongs to whoever took it, until it is given back', async () => {
  const lease = await claim()
  expect(await claim()).toBeUndefined()
  await lease!.release()
  expect(await claim()).toBeDefined()
})

test('who was silent for too long has lost the endpoint, and writes nothing down', async () => {
  const slow = (await claim())!
  const [delivery] = await slow.due(service.clock.now())
  await endLease()
  const next = (await claim())!
  const attempt = { at: new Date(service.clock.now()).toISOString(), status_code: 200, error: null, duration_ms: 1 }
  const result = { attempt, status: 'succeeded', nextAttemptAt: null, isGone: false } as const
  expect(await slow.record(delivery!, result, service.clock.now())).toEqual({ goesOn: false })
  expect(await next.due(service.clock.now())).toEqual([delivery])
})

test('a repetition is due at its time, and not before', async () => {
  const lease = (await claim())!
  const later = service.clock.now() + 5_000
  await settle(lease, 'pending', later)
  expect(await lease.due(later - 1)).toEqual([])
  expect(await lease.due(later)).toHaveLength(1)
})

test.each([
  ['for five days without a success', 5 * DAY, false, 'failing'],
  ['for a moment less', 5 * DAY - 1, false, undefined],
  ['for five days with a success between', 5 * DAY, true, undefined],
])('an endpoint that fails %s', async (_what, time, succeeds, disabled) => {
  const lease = (await claim())!
  await settle(lease, 'failed')
  await addUser()
  if (succeeds) await settle(lease, 'succeeded')
  await addUser()
  service.clock.advance(time)
  await endLease()
  const again = (await claim(!succeeds))!
  expect((await settle(again, 'failed')).disabled).toBe(disabled)
})
