import { sockets } from '@roster/test/fake-socket'
import { connected, pass } from '@roster/test/scripted-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  sockets.length = 0
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Connects a socket with a channel, whose connection is lost and replaced. */
async function reconnected() {
  const { socket, told } = await connected()
  sockets[0]!.open()
  void socket.subscribe('users')
  sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
  sockets[0]!.end(1006)
  await pass(250)
  sockets[1]!.open()
  return told
}

const refusal = (code: string) => ({ type: 'error', code, detail: 'No.' })
const GREETING = [{ type: 'join' }, { type: 'subscribe', channel: 'users', after: '1:4' }]

test.each(['overloaded', 'unavailable'])(
  'a channel that a fault keeps from being joined again is joined over the next connection, where it stood: %s',
  async (code) => {
    const told = await reconnected()
    sockets[1]!.hear(refusal(code))
    expect(sockets[1]!.close).toHaveBeenCalled()
    await pass(500)
    sockets[2]!.open()
    expect(sockets[2]!.sent).toEqual(GREETING)
    expect(told).toEqual([
      ['reconnecting', { code: 1006, reason: '', delay: 250 }],
      ['reconnecting', { code: 1006, reason: code, delay: 500 }],
    ])
  },
)

test('waits grow while a fault keeps a channel from being joined', async () => {
  const told = await reconnected()
  for (const wait of [500, 1_000, 2_000]) {
    sockets.at(-1)!.hear(refusal('unavailable'))
    await pass(wait)
    sockets.at(-1)!.open()
  }
  sockets.at(-1)!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
  sockets.at(-1)!.end(1006)
  await pass(250)
  expect(told.map(([, { delay }]) => delay)).toEqual([250, 500, 1_000, 2_000, 250])
})
