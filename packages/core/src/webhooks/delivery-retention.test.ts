import { eventAccess } from '@roster/api'
import { startService } from '@roster/test/service'
import { expect, test } from 'vitest'
import { sequenceAll } from '../event-log/events.fixture.ts'
import { forgetEvents, LIFETIME } from '../event-log/retention.ts'
import { queueDeliveries } from './queue-up.ts'
import { DeliveryQueue } from './queue.ts'

test('deliveries are kept as long as their events', async () => {
  const service = await startService()
  const { database, clock } = service
  const { users, webhookEndpoints } = service.admin.sdk
  const { id } = await webhookEndpoints.create({ url: 'https://hooks.example.com' })
  const count = async () => (await webhookEndpoints.deliveries(id)).data.length
  const add = (name: string) => users.create({ name, email: `${name}@example.com`, role: 'viewer' })
  const queue = new DeliveryQueue(database, { seal: (text) => text, unseal: (text) => text })
  await add('old')
  clock.advance(LIFETIME + 1)
  await add('new')
  await sequenceAll(database, [queueDeliveries(eventAccess)])
  await queue.forget()
  expect(await count()).toBe(2)
  await forgetEvents(database, clock.now())
  expect(await queue.forget()).toBe(false)
  expect(await count()).toBe(1)
  await service.stop()
})

test('a test of an endpoint that was deleted before its event had a place is kept no longer than the event', async () => {
  const service = await startService()
  const { database, clock } = service
  const { users, webhookEndpoints } = service.admin.sdk
  const { id } = await webhookEndpoints.create({ url: 'https://hooks.example.com' })
  await webhookEndpoints.test(id)
  await webhookEndpoints.delete(id)
  clock.advance(LIFETIME + 1)
  await users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  await sequenceAll(database, [queueDeliveries(eventAccess)])
  await forgetEvents(database, clock.now())
  await new DeliveryQueue(database, { seal: (text) => text, unseal: (text) => text }).forget()
  expect(await database.query({ text: 'select id from webhook_deliveries' })).toEqual([])
  await service.stop()
})
