import type { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Answerer } from '../support/receiver.ts'
import { setScene } from '../support/webhook-scene.ts'

const scene = setScene()

/** Writes a chunk again and again until nobody reads any more, and returns a function that tells how much that is. */
function pour(to: Writable, chunk: Buffer): () => number {
  let sent = 0
  const write = () => {
    let isTaken = true
    while (isTaken && !to.destroyed && sent < 1e9) {
      sent += chunk.length
      isTaken = to.write(chunk)
    }
  }
  to.on('drain', write)
  write()
  return () => sent
}

// What the network holds is sent besides.
const BOUND = 3e7

describe('a receiver that', () => {
  test('answers 2xx with a huge body is read up to a bound, and believed', async () => {
    let sent = () => 0
    const { id } = await scene.receive((response) => void (sent = pour(response, Buffer.alloc(65_536))))
    await scene.deliver()
    await scene.addUser()
    expect(await scene.attempted(id)).toMatchObject({ status: 'succeeded', attempts: [{ status_code: 200 }] })
    expect(sent()).toBeLessThan(BOUND)
  })

  test.each([
    ['heads before its answer', '', `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(15_000)}>\r\n\r\n`],
    ['a reason phrase', 'HTTP/1.1 200 ', 'x'.repeat(65_536)],
    ['a chunk extension', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'x'.repeat(65_536)],
  ])('sends %s without end is read up to a bound, and gets the delivery again', async (_what, first, again) => {
    let sent = () => 0
    const { id } = await scene.receive(({ socket }) => {
      socket!.write(first)
      sent = pour(socket!, Buffer.from(again))
    })
    await scene.deliver({ timeout: 5_000 })
    await scene.addUser()
    const attempt = { status_code: null, error: 'The answer has no end.' }
    expect(await scene.attempted(id)).toMatchObject({ status: 'pending', attempts: [attempt] })
    expect(sent()).toBeLessThan(BOUND)
  })

  test.each<[what: string, count: number, answer: Answerer]>([
    [
      'in chunks of a byte',
      1,
      ({ socket }) => {
        const chunks = '1\r\nx\r\n'.repeat(65_536)
        socket!.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
      },
    ],
    ['again and again over one connection', 40, (response) => void response.end(Buffer.alloc(65_536))],
  ])('answers 64 KiB %s is believed', async (_what, count, answer) => {
    const { receiver, id } = await scene.receive(answer)
    await scene.addUsers(count)
    await scene.deliver()
    await receiver.has(count)
    const statuses = async () => (await scene.deliveries(id)).map(({ status }) => status)
    await expect.poll(statuses).toEqual(Array(count).fill('succeeded'))
    expect(receiver.received).toHaveLength(count)
  })
})
