import { eventAccess } from '@roster/api'
import { startService } from '@roster/test/service'
import { expect, test } from 'vitest'
import { createSealer } from '../crypto/sealer.ts'
import { sequenceAll } from '../event-log/events.fixture.ts'
import { claimExport, endExportLeases } from '../exports/lease.ts'
import { endEndpointLeases } from './endpoint-lease.queries.ts'
import { queueDeliveries } from './queue-up.ts'
import { DeliveryQueue } from './queue.ts'

const KINDS = ['users', 'orders']

test('what a process has held that was killed is free, and a pause after a failure goes on', async () => {
  const service = await startService()
  const { admin, clock, database, secrets } = service
  await admin.sdk.webhookEndpoints.create({ url: 'https://hooks.example.com', events: ['user.created'] })
  await admin.sdk.users.create({ name: 'Person', email: 'person@example.com', role: 'viewer' })
  await sequenceAll(database, [queueDeliveries(eventAccess)])
  const claimEndpoints = () => {
    const queue = new DeliveryQueue(database, createSealer(secrets, 'webhook'))
    return queue.claim({ failing: false, limit: 10 }, clock.now())
  }
  const paused = await admin.sdk.exports.create({ format: 'ndjson' })
  await (await claimExport(database, clock.now(), KINDS))!.lease.giveBack(60, 1)
  const { id } = await admin.sdk.exports.create({ format: 'ndjson' })

  const take = async () => [(await claimEndpoints()).length, (await claimExport(database, clock.now(), KINDS))?.row.id]
  expect(await take()).toEqual([1, id])
  expect(await take()).toEqual([0, undefined])
  await endEndpointLeases(database)
  await endExportLeases(database)
  expect(await take()).toEqual([1, id])
  expect(paused.id).not.toBe(id)
  await service.stop()
})
