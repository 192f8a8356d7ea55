import { describe, expect, test } from 'vitest'
import { status } from '../support/receiver.ts'
import { idsAt, setScene } from '../support/webhook-scene.ts'

const scene = setScene()

describe('stopping', () => {
  test('what is in flight is handed back, as if it had not been tried, and made after the next start', async () => {
    const { receiver, id } = await scene.receive(() => {})
    const first = await scene.deliver()
    const user = await scene.addUser()
    await receiver.has(1)
    await first.stop()
    expect((await scene.deliveries(id))[0]).toMatchObject({ status: 'pending', attempts: [] })
    receiver.answer = status(204)
    await scene.deliver()
    await receiver.has(2)
    expect(idsAt(receiver)).toEqual([user.id, user.id])
    expect(await scene.attempted(id)).toMatchObject({ status: 'succeeded' })
  })

  test('what was answered is written down before an endpoint is handed back', async () => {
    const { receiver, id } = await scene.receive()
    const deliverer = await scene.deliver()
    await scene.addUsers(20)
    await receiver.has(20)
    await deliverer.stop()
    expect(await scene.deliveries(id)).toEqual(Array(20).fill(expect.objectContaining({ status: 'succeeded' })))
    expect(await scene.service.database.query({ text: 'select lease from webhook_endpoints' })).toEqual([
      { lease: null },
    ])
  })

  test('what is answered in time is written down', async () => {
    const { receiver, id } = await scene.receive((response) => void setTimeout(() => response.end(), 100))
    const deliverer = await scene.deliver({ grace: 5_000 })
    await scene.addUser()
    await receiver.has(1)
    await deliverer.stop()
    expect((await scene.deliveries(id))[0]).toMatchObject({ status: 'succeeded', attempts: [{ status_code: 200 }] })
  })
})
