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

/** How often the service is asked whether it is there. */
const pings = () => sockets[0]!.sent.filter(({ type }) => type === 'ping').length

test('a connection is silent when nothing has come for a heartbeat of the service, whatever came last', async () => {
  await connected()
  sockets[0]!.open()
  sockets[0]!.hear({ type: 'welcome', session: 's', cursor: '1:0', heartbeat_ms: 1_000 })
  await pass(999)
  sockets[0]!.hear({ type: 'notification', notification: 'webhook.disabled', cursor: '1:0' })
  await pass(999)
  expect(pings()).toBe(0)
  await pass(1)
  expect(pings()).toBe(1)
  await pass(999)
  expect(sockets[0]!.close).not.toHaveBeenCalled()
  await pass(1)
  expect(sockets[0]!.close).toHaveBeenCalledOnce()
})

test('a connection over which no word has come is over after 15 seconds, though it is open', async () => {
  const { told } = await connected()
  await pass(14_000)
  sockets[0]!.dispatchEvent(new Event('open'))
  await pass(1_250)
  expect(sockets[0]!.close).toHaveBeenCalled()
  expect(told).toEqual([['reconnecting', { code: 1006, reason: 'silent', delay: 250 }]])
})

test('a socket says goodbye with 1000, and waits 15 seconds for the same', async () => {
  const { socket, told } = await connected()
  sockets[0]!.open()
  const closing = socket.close()
  await pass(0)
  sockets[0]!.hear({ type: 'pong' })
  await pass(14_999)
  expect(sockets[0]!.close.mock.calls).toEqual([[1000]])
  expect(told).toEqual([])
  await pass(1)
  await closing
  expect(told).toEqual([['close', { code: 1000, reason: '', error: undefined }]])
  expect(vi.getTimerCount()).toBe(0)
})

test('a socket is closed although the service does not answer any more: after five seconds', async () => {
  const { socket } = await connected()
  sockets[0]!.open()
  void socket.close()
  await pass(4_999)
  expect(sockets[0]!.close).not.toHaveBeenCalled()
  await pass(1)
  expect(sockets[0]!.close).toHaveBeenCalledOnce()
  sockets[0]!.end(1000)
})
