import { onPostgres, untilWaiting } from '@roster/test/database'
import { dueAt, setQueueScene } from '@roster/test/webhook-queue'
import { describe, expect, test } from 'vitest'

const DAY = 24 * 60 * 60 * 1_000

const scene = setQueueScene()
const { addUser, claim, endLease, fail, failure, succeed } = scene

test.each([
  ['for five days without a success', 5 * DAY, false, 'failing'],
  ['for a moment less', 5 * DAY - 1, false, undefined],
  ['for five days with a success between', 5 * DAY, true, undefined],
])('an endpoint that fails %s', async (_what, time, succeeds, disabled) => {
  const lease = (await claim())!
  await fail(lease, 'failed')
  await addUser()
  if (succeeds) await succeed(lease)
  await addUser()
  scene.service.clock.advance(time)
  await endLease()
  const again = (await claim(!succeeds))!
  expect(await fail(again, 'failed')).toBe(disabled)
})

test('an endpoint that was disabled for its failures may fail for five days again once it is enabled', async () => {
  await fail((await claim())!, 'failed')
  await addUser()
  scene.service.clock.advance(5 * DAY)
  await endLease()
  expect(await fail((await claim(true))!, 'failed')).toBe('failing')
  const { webhookEndpoints } = scene.service.admin.sdk
  const [endpoint] = (await webhookEndpoints.list()).data
  await webhookEndpoints.update(endpoint!.id, { status: 'enabled' })
  await addUser()
  await endLease()
  expect(await fail((await claim())!, 'failed')).toBeUndefined()
})

describe('an endpoint whose address has changed', () => {
  const url = 'https://other.example.com/'
  const changed = { text: 'update webhook_endpoints set url = $1' }
  const gone = () => ({ ...failure('failed'), isGone: true })
  const states = () =>
    scene.service.database.query({
      text: `select w.status, w.failing_since, d.status as delivery, d.failures, jsonb_array_length(d.attempts) as attempts
        from webhook_endpoints w, webhook_deliveries d`,
    })
  const untouched = { status: 'enabled', failing_since: null, delivery: 'pending', failures: 0, attempts: 1 }

  test('may fail for five days again', async () => {
    await fail((await claim())!, 'failed')
    await addUser()
    scene.service.clock.advance(5 * DAY)
    const { webhookEndpoints } = scene.service.admin.sdk
    const [endpoint] = (await webhookEndpoints.list()).data
    await webhookEndpoints.update(endpoint!.id, { url })
    await endLease()
    expect(await fail((await claim())!, 'failed')).toBeUndefined()
  })

  test('is not judged by what the old one has answered, and the delivery is due at the new one', async () => {
    const lease = (await claim())!
    const [delivery] = await dueAt(lease, scene.service.clock.now())
    await scene.service.database.query(changed, [url])
    expect(await lease.failed(delivery!, gone(), scene.service.clock.now())).toBeUndefined()
    expect(await states()).toEqual([untouched])
  })

  test.runIf(onPostgres)('is not, where the change is committed while the answer is written down', async () => {
    const lease = (await claim())!
    const [delivery] = await dueAt(lease, scene.service.clock.now())
    const change = scene.service.database.transaction()
    await change.query(changed, [url])
    const written = lease.failed(delivery!, gone(), scene.service.clock.now())
    await untilWaiting(scene.service.database)
    await change.commit()
    expect(await written).toBeUndefined()
    expect(await states()).toEqual([untouched])
  })
})
