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

test('a ping fails whose connection is lost, and is not sent over the next', async () => {
  const { socket } = await connected()
  sockets[0]!.open()
  const ping = socket.ping().catch((error: unknown) => error)
  sockets[0]!.end(1006)
  expect(await ping).toMatchObject({
    name: 'ConnectionError',
    message: 'The connection was lost before the service answered `ping`.',
  })
  await pass(250)
  sockets[1]!.open()
  expect(sockets[1]!.sent).toEqual([{ type: 'join' }])
})

test('a connection begins with one greeting, though that of the one before was not answered', async () => {
  await connected()
  sockets[0]!.dispatchEvent(new Event('open'))
  sockets[0]!.end(1006)
  await pass(250)
  sockets[1]!.open()
  expect(sockets.map(({ sent }) => sent)).toEqual([[{ type: 'join' }], [{ type: 'join' }]])
})

test('what was asked and what waits is asked over the next connection in its order', async () => {
  const { socket } = await connected()
  sockets[0]!.open()
  const channels = Array.from({ length: 20 }, (_, nth) => `users.${nth}`)
  for (const channel of channels) void socket.subscribe(channel)
  expect(sockets[0]!.sent).toHaveLength(15)
  sockets[0]!.end(1006)
  await pass(250)
  sockets[1]!.open()
  await pass(1_000)
  expect(sockets[1]!.sent.slice(1).map(({ channel }) => channel)).toEqual(channels)
})
