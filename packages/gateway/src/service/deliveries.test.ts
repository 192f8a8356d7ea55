import type { Notice } from '@roster/core/server'
import { destinations } from '@roster/test/destinations'
import { settled } from '@roster/test/realtime'
import { Receiver, status } from '@roster/test/receiver'
import { type Service, SITE, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDeliveries } from './deliveries.ts'

let service: Service
let receiver: Receiver
let endpoint: string
beforeEach(async () => {
  service = await startService()
  receiver = await Receiver.start(status(410))
  ;({ id: endpoint } = await service.admin.sdk.webhookEndpoints.create({ url: receiver.url }))
  await service.admin.sdk.webhookEndpoints.test(endpoint)
  await settled(service)
})
afterEach(async () => {
  await receiver.stop()
  await service.stop()
})

async function start() {
  const { application, database, secrets, messages, clock } = service
  const { feed } = await service.startEventLog()
  return startDeliveries(
    { ...SITE, application, database, secrets, logger: pino({ level: 'silent' }) },
    { feed, messages, destinations, now: clock.now },
  )
}

test('those are told of an endpoint that is disabled who may change it', async () => {
  const notices: Notice[] = []
  service.messages.onNotice((notice) => void notices.push(notice))
  const deliveries = await start()
  const details = { endpoint_id: endpoint }
  await expect.poll(() => notices).toEqual([{ scope: 'manage:webhooks', notification: 'webhook.disabled', details }])
  await deliveries.stop()
})

test('what is not delivered of events that are deleted is deleted too', async () => {
  await service.database.query({ text: 'update event_log set kept_from = head + 1' })
  const deliveries = await start()
  await expect.poll(() => service.database.query({ text: 'select 1 from webhook_deliveries' })).toEqual([])
  await deliveries.stop()
  expect(receiver.received).toEqual([])
})
