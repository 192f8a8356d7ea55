import { FakeSocket, sockets } from '@roster/test/fake-socket'
import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { connected, pass } from '@roster/test/scripted-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { connect } from './connect.ts'

beforeEach(() => {
  sockets.length = 0
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('every connection begins with the name under which others see what is said', async () => {
  const ticket = () => json(201, { ticket: 'wst_1', expires_at: '' })
  const { fetch } = scriptedFetch(ticket, ticket)
  connect(new Roster({ apiKey: 'key', fetch, logLevel: 'off' }), { WebSocket: FakeSocket, user: 'Ada' })
  await pass(0)
  sockets[0]!.open()
  sockets[0]!.end(1006)
  await pass(250)
  sockets[1]!.open()
  expect(sockets.map(({ sent }) => sent)).toEqual([1, 2].map(() => [{ type: 'join', user: 'Ada' }]))
})

test('a channel whose events were missed goes on where the log stood then, over later connections too', async () => {
  const { socket } = await connected()
  const resets: unknown[] = []
  socket.on('reset', (reset) => resets.push(reset))
  sockets[0]!.open()
  void socket.subscribe('users')
  sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
  sockets[0]!.hear({ type: 'notification', notification: 'reset', channel: 'users', cursor: '2:9' })
  sockets[0]!.end(1006)
  await pass(250)
  sockets[1]!.open()
  expect(resets).toEqual([{ channel: 'users', cursor: '2:9' }])
  expect(sockets[1]!.sent.slice(1)).toEqual([{ type: 'subscribe', channel: 'users', after: '2:9' }])
})

test('what is refused is told as an error: the greeting, and what nobody asked for', async () => {
  const { told } = await connected()
  sockets[0]!.dispatchEvent(new Event('open'))
  sockets[0]!.hear({ type: 'error', code: 'validation-failed', detail: 'No such name.' })
  sockets[0]!.hear({ type: 'error', code: 'internal', detail: 'No.' })
  expect(told).toEqual(
    ['validation-failed', 'internal'].map((code) => ['error', expect.objectContaining({ name: 'RefusedError', code })]),
  )
})
