import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { onPostgres } from '../support/database.ts'
import { passing } from '../support/passing.ts'
import { idsAt, setScene } from '../support/webhook-scene.ts'

const scene = setScene()

describe('order', () => {
  test('an endpoint that answers gets events one by one, in the order of the log', async () => {
    let open = 0
    let most = 0
    const { receiver } = await scene.receive((response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        response.writeHead(200).end()
      }, Math.random() * 10)
    })
    await scene.deliver()
    const added = await scene.addUsers(50)
    await receiver.has(50)
    expect(idsAt(receiver)).toEqual(added)
    expect(most).toBe(1)
  })

  test('while one waits for its repetition, later ones go ahead', async () => {
    let refused: string | undefined
    const { receiver, id } = await scene.receive((response, nth, { headers }) => {
      if (nth === 0) refused = headers['webhook-id']
      response.writeHead(nth === 0 ? 500 : 200).end()
    })
    await scene.deliver()
    const [first] = await scene.addUsers(1)
    await scene.attempted(id)
    const later = await scene.addUsers(3)
    await receiver.has(4)
    expect(idsAt(receiver)).toEqual([first, ...later])
    scene.service.clock.advance(6_000)
    await receiver.has(5)
    expect(receiver.received[4]!.headers['webhook-id']).toBe(refused)
  })

  test.each([204, 500])(
    'a delivery that is asked for again during an attempt is made once more after a %s',
    async (code) => {
      const answers: (() => void)[] = []
      const { receiver, id } = await scene.receive((response) => {
        answers.push(() => void response.writeHead(answers.length > 1 ? 204 : code).end())
        if (answers.length > 1) answers[1]!()
      })
      await scene.deliver()
      await scene.addUser()
      await receiver.has(1)
      scene.service.clock.advance(1)
      const [delivery] = await scene.deliveries(id)
      await scene.sdk.webhookEndpoints.redeliver(id, delivery!.id)
      answers[0]!()
      await receiver.has(2)
      const { status, attempts } = await scene.attempted(id, 2)
      expect({ status, codes: attempts.map(({ status_code }) => status_code) }).toEqual({
        status: 'succeeded',
        codes: [code, 204],
      })
      expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body)
    },
  )

  test('receivers that hang hold nobody up, however many they are', async () => {
    const hanging = await scene.listen(() => {})
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await scene.receive(undefined, { url: hanging.url })).id),
    )
    const { receiver } = await scene.receive()
    const impatient = await scene.deliver({ timeout: 1_000, slots: 4 })
    await scene.addUser()
    await receiver.has(1)
    for (const id of ids) await scene.attempted(id)
    await impatient.stop()
    // All of them are due again at once, and fill for good what is left to those that do not answer.
    await scene.deliver({ timeout: 60_000, slots: 4 })
    scene.service.clock.advance(6_000)
    await hanging.has(12 + 4)
    await scene.addUsers(3)
    await receiver.has(4)
    expect(hanging.received).toHaveLength(12 + 4)
  })

  test('an endpoint with much to deliver gives way after 20 deliveries where others wait for its slot', async () => {
    const order: string[] = []
    const answerAs = (name: string) => (response: ServerResponse) => {
      order.push(name)
      response.writeHead(204).end()
    }
    const receivers = await Promise.all(['a', 'b'].map((name) => scene.receive(answerAs(name))))
    await scene.addUsers(45)
    await scene.deliver({ slots: 1 })
    await Promise.all(receivers.map(({ receiver }) => receiver.has(45)))
    const [first, second] = [...new Set(order)] as [string, string]
    const turns = [first.repeat(20), second.repeat(20)].join('')
    expect(order.join('')).toBe(turns + turns + first.repeat(5) + second.repeat(5))
  })

  test('what has become due again comes before what is left of a batch that takes long', async () => {
    const pass = passing()
    const { receiver } = await scene.receive((response, nth) => {
      if (nth === 1) {
        scene.service.clock.advance(6_000)
        pass(6_000)
      }
      response.writeHead(nth === 0 ? 500 : 204).end()
    })
    const [first, second, third, fourth] = await scene.addUsers(4)
    await scene.deliver()
    await receiver.has(5)
    expect(idsAt(receiver)).toEqual([first, second, first, third, fourth])
  })

  test('an endpoint that changes gets what follows as it is now', async () => {
    const { receiver, id } = await scene.receive()
    const moved = await scene.listen()
    receiver.answer = (response) =>
      void scene.sdk.webhookEndpoints.update(id, { url: moved.url }).then(() => response.end())
    const added = await scene.addUsers(5)
    scene.service.clock.advance(1_000)
    await scene.deliver()
    await moved.has(4)
    expect([idsAt(receiver), idsAt(moved)]).toEqual([added.slice(0, 1), added.slice(1)])
  })

  test('an endpoint that is deleted during an attempt gets nothing more', async () => {
    const { receiver, id } = await scene.receive()
    receiver.answer = (response) => void scene.sdk.webhookEndpoints.delete(id).then(() => response.end())
    const [first] = await scene.addUsers(5)
    const deliverer = await scene.deliver()
    await expect.poll(() => deliverer.counters.succeeded).toBe(1)
    await deliverer.stop()
    expect(idsAt(receiver)).toEqual([first])
  })

  test('what follows a rotation during an attempt is signed by the new secret too', async () => {
    const { receiver, id } = await scene.receive()
    receiver.answer = (response, nth) =>
      void (nth === 0 ? scene.sdk.webhookEndpoints.rotateSecret(id) : Promise.resolve()).then(() => response.end())
    await scene.addUsers(2)
    await scene.deliver()
    await receiver.has(2)
    const signatures = receiver.received.map(({ headers }) => headers['webhook-signature']!.split(' ').length)
    expect(signatures).toEqual([1, 2])
  })

  // On PGlite a transaction that is open holds up everybody.
  test.runIf(onPostgres)(
    'what succeeds is written down while the next ones are on their way, of which there are 100 at most',
    async () => {
      const { receiver, id } = await scene.receive()
      const held = scene.service.database.transaction()
      const hold = { text: 'select 1 from webhook_deliveries where endpoint_id = $1 for update' }
      receiver.answer = (response, nth) =>
        void (nth === 0 ? held.query(hold, [id]) : Promise.resolve()).then(() => response.end())
      const added = await scene.addUsers(110)
      await scene.deliver()
      await receiver.has(100)
      expect(await scene.deliveries(id)).toEqual(Array(100).fill(expect.objectContaining({ status: 'pending' })))
      expect(receiver.received).toHaveLength(100)
      await held.commit()
      await receiver.has(110)
      expect(idsAt(receiver)).toEqual(added)
      const states = async () => new Set((await scene.deliveries(id)).map(({ status }) => status))
      await expect.poll(states).toEqual(new Set(['succeeded']))
    },
  )

  test.runIf(onPostgres)(
    'an endpoint that somebody has locked holds no other up, and is written to after that',
    async () => {
      const { receiver: other, id: otherId } = await scene.receive()
      const { receiver, id } = await scene.receive()
      const locked = scene.service.database.transaction()
      const lock = { text: 'select 1 from webhook_endpoints where id = $1 for update' }
      receiver.answer = (response, nth) =>
        void (nth === 0 ? locked.query(lock, [id]) : Promise.resolve()).then(() => response.end())
      // They are there before the lock: PostgreSQL ends a transaction that is idle for ten seconds.
      const added = await scene.addUsers(30)
      await scene.deliver()
      await receiver.has(30)
      await other.has(30)
      const states = async (of: string) => [...new Set((await scene.deliveries(of)).map(({ status }) => status))]
      await expect.poll(() => states(otherId)).toEqual(['succeeded'])
      expect(await states(id)).toEqual(['pending'])
      await locked.commit()
      await expect.poll(() => states(id)).toEqual(['succeeded'])
      expect([idsAt(receiver), idsAt(other)]).toEqual([added, added])
    },
  )
})
