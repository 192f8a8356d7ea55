import { describe, expect, test } from 'vitest'
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
    await receiver.has(50, 20_000)
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

  test('receivers that hang hold nobody up, however many they are', async () => {
    const { receiver: hanging } = await scene.receive(() => {})
    for (let nth = 1; nth < 12; nth++) await scene.receive(undefined, { url: hanging.url })
    const { receiver } = await scene.receive()
    await scene.deliver({ timeout: 500, slots: 4 })
    await scene.addUser()
    await hanging.has(12)
    await receiver.has(1)
    // All of them are due again at once, and fill what is left to those that do not answer.
    scene.service.clock.advance(6_000)
    await hanging.has(12 + 4)
    const start = performance.now()
    await scene.addUsers(3)
    await receiver.has(4)
    expect(performance.now() - start).toBeLessThan(500)
    expect(hanging.received.length).toBeLessThanOrEqual(12 + 4 + 4)
  })

  test('an endpoint that changes gets what follows as it is now', async () => {
    const { receiver, id } = await scene.receive()
    const moved = await scene.listen()
    receiver.answer = (response) => void scene.change(id, { url: moved.url }).then(() => response.end())
    const added = await scene.addUsers(5)
    scene.service.clock.advance(1_000)
    await scene.deliver()
    await moved.has(4)
    expect([idsAt(receiver), idsAt(moved)]).toEqual([added.slice(0, 1), added.slice(1)])
  })
})
