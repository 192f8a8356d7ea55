import { FakeSocket, sockets } from '@roster/test/fake-socket'
import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { connected, pass } from '@roster/test/scripted-socket'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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

describe('a connection that ends', () => {
  test('is followed by another with another ticket, which goes on where each channel stood', async () => {
    const { socket, told } = await connected()
    sockets[0]!.open()
    const joined = [socket.subscribe('users'), socket.subscribe('orders', { after: '1:1' })]
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
    sockets[0]!.hear({ type: 'subscribed', channel: 'orders', cursor: '1:1' })
    await Promise.all(joined)
    sockets[0]!.hear({ type: 'push', channel: 'orders', cursor: '1:3', event: 'order.created', data: {} })
    sockets[0]!.end(1006)
    await pass(250)
    sockets[0]!.hear({ type: 'push', channel: 'orders', cursor: '1:9', event: 'order.created', data: {} })
    sockets[1]!.open()
    expect(sockets.map(({ url }) => url)).toEqual(
      ['wst_1', 'wst_2'].map((ticket) => `wss://roster.example.com/base/ws?ticket=${ticket}`),
    )
    expect(sockets[1]!.sent).toEqual([
      { type: 'join' },
      { type: 'subscribe', channel: 'users', after: '1:4' },
      { type: 'subscribe', channel: 'orders', after: '1:3' },
    ])
    expect(told.map(([name]) => name)).toEqual(['push', 'reconnecting'])
  })

  test('leaves a channel where it stood that is joined once more: it is joined already', async () => {
    const { socket } = await connected()
    sockets[0]!.open()
    const joining = [socket.subscribe('users'), socket.subscribe('users')]
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
    expect(await Promise.all(joining)).toEqual([1, 2].map(() => ({ channel: 'users', cursor: '1:4' })))
    sockets[0]!.hear({ type: 'push', channel: 'users', cursor: '1:5', event: 'user.created', data: {} })
    expect(await socket.subscribe('users')).toEqual({ channel: 'users', cursor: '1:5' })
    sockets[0]!.end(1006)
    expect(await socket.subscribe('users')).toEqual({ channel: 'users', cursor: '1:5' })
    await pass(250)
    sockets[1]!.open()
    expect(sockets.map(({ sent }) => sent)).toEqual([
      [{ type: 'join' }, { type: 'subscribe', channel: 'users' }],
      [{ type: 'join' }, { type: 'subscribe', channel: 'users', after: '1:5' }],
    ])
  })

  test('because the service goes away, is followed by another within five seconds, at a time of its own', async () => {
    const { told } = await connected()
    sockets[0]!.open()
    sockets[0]!.end(1001, 'unavailable')
    await pass(2_499)
    expect(sockets).toHaveLength(1)
    await pass(1)
    expect(sockets).toHaveLength(2)
    expect(told).toEqual([['reconnecting', { code: 1001, reason: 'unavailable', delay: 2_500 }]])
  })

  test('against the policy of the service, is the last', async () => {
    const { socket, told } = await connected()
    sockets[0]!.open()
    const waiting = socket.subscribe('users')
    sockets[0]!.end(1008, 'flood')
    await expect(waiting).rejects.toMatchObject({ name: 'SocketClosedError', code: 1008, reason: 'flood' })
    await pass(60_000)
    expect(sockets).toHaveLength(1)
    expect(told).toEqual([['close', { code: 1008, reason: 'flood', error: expect.any(Error) }]])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('before a message came back fails it, and before it was sent does not', async () => {
    const { socket, told } = await connected()
    sockets[0]!.open()
    const lost = socket.send('lobby', 'lost')
    sockets[0]!.end(1006)
    await expect(lost).rejects.toMatchObject({ name: 'ConnectionError' })
    const late = socket.send('lobby', 'late')
    await pass(250)
    sockets[1]!.open()
    sockets[1]!.hear({ type: 'message', channel: 'lobby', text: 'late', from: 'me' })
    await late
    expect(sockets[1]!.sent).toEqual([{ type: 'join' }, { type: 'message', channel: 'lobby', text: 'late' }])
    expect(new Set(told.map(([name]) => name))).toEqual(new Set(['error', 'reconnecting']))
  })
})

test('of a channel that is left nothing is told any more, whatever is under way', async () => {
  const { socket, told } = await connected()
  sockets[0]!.open()
  void socket.subscribe('users')
  sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
  void socket.unsubscribe('users')
  sockets[0]!.hear({ type: 'push', channel: 'users' })
  expect(told).toEqual([])
})

describe('silence', () => {
  test('is broken with a ping, and then ends the connection', async () => {
    const { told } = await connected()
    sockets[0]!.open()
    await pass(15_000)
    sockets[0]!.hear({ type: 'pong' })
    await pass(29_999)
    expect(sockets[0]!.sent.filter(({ type }) => type === 'ping')).toHaveLength(2)
    expect(sockets[0]!.close).not.toHaveBeenCalled()
    await pass(251)
    expect(sockets[0]!.close).toHaveBeenCalled()
    expect(told).toEqual([['reconnecting', { code: 1006, reason: 'silent', delay: 250 }]])
    expect(sockets).toHaveLength(2)
  })

  test('and words that are no JSON end it as well', async () => {
    const { told } = await connected()
    sockets[0]!.open()
    sockets[0]!.hear('<html>')
    await pass(250)
    expect(told).toEqual([['reconnecting', { code: 1006, reason: 'no JSON', delay: 250 }]])
    expect(sockets).toHaveLength(2)
  })

  test('of a handshake ends it after 15 seconds', async () => {
    await connected()
    await pass(15_000)
    expect(sockets[0]!.close).toHaveBeenCalled()
  })
})

describe('a channel', () => {
  test('goes back to the cursor that it is joined with', async () => {
    const { socket } = await connected()
    sockets[0]!.open()
    const joining = [socket.subscribe('users'), socket.subscribe('users', { after: '1:1' }), socket.subscribe('users')]
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:1' })
    expect((await Promise.all(joining)).map(({ cursor }) => cursor)).toEqual(['1:4', '1:1', '1:1'])
    expect(sockets[0]!.sent.slice(1)).toEqual([
      { type: 'subscribe', channel: 'users' },
      { type: 'subscribe', channel: 'users', after: '1:1' },
    ])
  })

  test('that was left, or refused, is joined anew', async () => {
    const { socket } = await connected()
    sockets[0]!.open()
    const settled = Promise.allSettled([
      socket.subscribe('users'),
      socket.unsubscribe('users'),
      socket.subscribe('users'),
      socket.subscribe('users'),
    ])
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
    sockets[0]!.hear({ type: 'unsubscribed', channel: 'users' })
    sockets[0]!.hear({ type: 'error', code: 'forbidden', detail: 'No.' })
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    void socket.subscribe('users')
    expect(sockets[0]!.sent.slice(1).map(({ type }) => type)).toEqual([
      'subscribe',
      'unsubscribe',
      'subscribe',
      'subscribe',
    ])
  })

  test('that the next connection is refused is told as an error, and is left', async () => {
    const { socket, told } = await connected()
    sockets[0]!.open()
    void socket.subscribe('users')
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
    for (const next of [1, 2]) {
      sockets.at(-1)!.end(1006)
      await pass(500)
      sockets[next]!.open()
      if (next === 1) sockets[next]!.hear({ type: 'error', code: 'forbidden', detail: 'No.' })
    }
    expect(sockets.map(({ sent }) => sent.length)).toEqual([2, 2, 1])
    expect(told[1]).toEqual(['error', expect.objectContaining({ name: 'RefusedError', code: 'forbidden' })])
  })

  test('of a closed socket is not joined', async () => {
    const { socket } = await connected()
    sockets[0]!.open()
    const joining = socket.subscribe('users')
    sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:4' })
    await joining
    sockets[0]!.end(1008)
    await pass(0)
    await expect(socket.subscribe('users')).rejects.toMatchObject({ name: 'SocketClosedError' })
  })
})

test('a socket that is closed between two connections leaves no timer', async () => {
  const { socket, told } = await connected()
  sockets[0]!.open()
  sockets[0]!.end(1001)
  await pass(0)
  await socket.close()
  expect(told.map(([name]) => name)).toEqual(['reconnecting', 'close'])
  expect(vi.getTimerCount()).toBe(0)
})

test('what is said in no channel is said in `lobby`, and what follows is answered', async () => {
  const { socket } = await connected()
  sockets[0]!.open()
  const said = Promise.all([socket.send(undefined, 'Hello'), socket.ping()])
  expect(sockets[0]!.sent.slice(1)).toEqual([{ type: 'message', channel: 'lobby', text: 'Hello' }, { type: 'ping' }])
  sockets[0]!.hear({ type: 'message', channel: 'lobby', text: 'Hello', from: 'Ada' })
  sockets[0]!.hear({ type: 'pong' })
  await said
})

test('messages leave at a pace that the service allows, and wait in a queue that has an end', async () => {
  const { socket, told } = await connected()
  const sending = Array.from({ length: 101 }, (_, index) => socket.send('lobby', `${index}`))
  await expect(sending[100]).rejects.toThrow('100 messages wait')
  expect(told).toEqual([['error', expect.any(Error)]])
  sockets[0]!.open()
  expect(sockets[0]!.sent).toHaveLength(15)
  await pass(999)
  expect(sockets[0]!.sent).toHaveLength(15)
  await pass(1)
  expect(sockets[0]!.sent).toHaveLength(30)
  await pass(6_000)
  expect(sockets[0]!.sent.slice(1).map(({ text }) => text)).toEqual(
    Array.from({ length: 100 }, (_, index) => `${index}`),
  )
})

test('a refusal goes to what was asked first', async () => {
  const { socket } = await connected()
  sockets[0]!.open()
  const outcomes = Promise.allSettled([socket.send('lobby', 'a'), socket.send('users', 'b'), socket.subscribe('users')])
  await pass(0)
  sockets[0]!.hear({ type: 'message', channel: 'lobby', text: 'a', from: 'me' })
  sockets[0]!.hear({ type: 'error', code: 'forbidden', detail: 'No.' })
  sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:1' })
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('what somebody else says, and what is said elsewhere, answers nothing that was asked before', async () => {
  const { socket } = await connected()
  sockets[0]!.open()
  const outcomes: unknown[] = []
  void socket.subscribe('users').then((joined) => outcomes.push(joined))
  void socket.send('lobby', 'Hello').then(() => outcomes.push('sent'))
  await pass(0)
  sockets[0]!.hear({ type: 'message', channel: 'lobby', text: 'Hello', from: 'Bob' })
  await pass(0)
  expect(outcomes).toEqual([])
  sockets[0]!.hear({ type: 'subscribed', channel: 'users', cursor: '1:1' })
  sockets[0]!.hear({ type: 'message', channel: 'lobby', text: 'Hi', from: 'Bob' })
  sockets[0]!.hear({ type: 'message', channel: 'users', text: 'Hello', from: 'Bob' })
  await pass(0)
  expect(outcomes).toHaveLength(1)
  sockets[0]!.hear({ type: 'message', channel: 'lobby', text: 'Hello', from: 'me' })
  await pass(0)
  expect(outcomes).toEqual([{ channel: 'users', cursor: '1:1' }, 'sent'])
})

test.each([undefined, null, {}])('nothing is opened without a client: %j', (client) => {
  const error = { name: 'RosterError', message: 'Pass a client: connect(roster).' }
  expect(() => connect(client as never, { WebSocket: FakeSocket })).toThrow(expect.objectContaining(error))
})

test('a socket that is closed as its ticket comes opens no connection', async () => {
  const { fetch } = scriptedFetch(json(201, { ticket: 'wst_1', expires_at: '' }))
  const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off' })
  const socket = connect(roster, { WebSocket: FakeSocket })
  const told = new Promise((resolve) => socket.on('close', resolve))
  // It is read when the ticket is at hand.
  vi.spyOn(roster, 'baseUrl', 'get').mockImplementation(() => {
    void socket.close()
    return 'https://roster.example.com'
  })
  await pass(0)
  expect(sockets).toEqual([])
  expect(await told).toEqual({ code: 1000, reason: '', error: undefined })
})

test('an end that nobody hears of is thrown', async () => {
  const thrown = vi.fn<(error: unknown) => void>()
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').once('unhandledRejection', thrown)
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
  })
  const { fetch } = scriptedFetch(json(201, { ticket: 'wst_1', expires_at: '' }))
  connect(new Roster({ apiKey: 'key', fetch }), { WebSocket: FakeSocket })
  await pass(0)
  sockets[0]!.open()
  sockets[0]!.end(1008, 'unauthenticated')
  await pass(0)
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  expect(thrown.mock.calls[0]![0]).toMatchObject({ name: 'SocketClosedError', reason: 'unauthenticated' })
})
