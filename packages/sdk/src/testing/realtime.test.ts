import { connect, type LiveEvent, subscribe } from '../realtime.ts'
import { Roster } from '../roster.ts'
import { createMock, type MockWebSocket } from '../testing.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const mock = createMock({ users: 5 })
const { WebSocket } = mock
const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })
const ends: (() => unknown)[] = []

beforeEach(() => {
  mock.reset()
  vi.useFakeTimers()
})
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
  vi.useRealTimers()
})

/** Lets time pass, and everything happen that it brings about. */
const pass = (milliseconds = 20_000) => vi.advanceTimersByTimeAsync(milliseconds)

/** Things that happen, by the names that the users get. */
const happen = (...names: string[]) => names.forEach((name) => mock.emit('user.created', { name }))

describe('subscribe', () => {
  function follow(): string[] {
    const controller = new AbortController()
    ends.push(() => controller.abort())
    const names: string[] = []
    const loop = async () => {
      for await (const { data } of subscribe(roster, { types: ['user.created'], signal: controller.signal }))
        names.push(data.name)
    }
    void loop()
    return names
  }

  test('loses nothing and doubles nothing, however its connections break', async () => {
    const names = follow()
    await pass()
    happen('One')
    mock.faults.dropStreams()
    happen('Two', 'Three')
    // The next connection breaks within an event, and the one after it before it is answered.
    mock.faults.dropConnection({ path: '/events', after: 200 })
    mock.faults.dropConnection({ path: '/events' })
    mock.faults.failNext(503, { path: '/events', retryAfter: 1 })
    await pass(60_000)
    happen('Four')
    mock.faults.restart()
    happen('Five')
    await pass()
    happen('Six')
    await pass()
    expect(names).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
  })

  test('goes on after a month in which nothing happened for it', async () => {
    const names = follow()
    await pass()
    mock.emit('user.updated', {})
    mock.emit('user.updated', {})
    await pass()
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1_000)
    mock.faults.dropStreams()
    await pass()
    happen('One')
    await pass()
    expect(names).toEqual(['One'])
  })

  test('stays on one connection while nothing happens', async () => {
    const fetch = vi.fn<typeof mock.fetch>(mock.fetch)
    const events: LiveEvent[] = []
    const controller = new AbortController()
    const loop = async () => {
      const quiet = new Roster({ apiKey: 'test', fetch })
      for await (const event of subscribe(quiet, { signal: controller.signal })) events.push(event)
    }
    const done = loop()
    await pass(600_000)
    controller.abort()
    await done
    expect([fetch.mock.calls.length, events]).toEqual([1, []])
  })
})

describe('connect', () => {
  function open(client = roster) {
    const socket = connect(client, { WebSocket })
    ends.push(() => socket.close())
    const told: [name: string, value: any][] = []
    for (const name of ['push', 'message', 'error', 'reconnecting', 'close'] as const)
      socket.on(name, (value) => told.push([name, value]))
    const named = (name: string) => told.filter(([of]) => of === name).map(([, value]) => value)
    return { socket, named }
  }

  test('loses nothing and doubles nothing, however its connections break', async () => {
    const { socket, named } = open()
    await socket.subscribe('users')
    happen('One')
    mock.faults.dropStreams()
    happen('Two', 'Three')
    mock.faults.dropConnection({ path: '/ws', after: 700 })
    mock.faults.dropConnection({ path: '/ws' })
    mock.faults.failNext(503, { path: '/ws' })
    await pass(60_000)
    happen('Four')
    mock.faults.restart()
    happen('Five')
    await pass()
    happen('Six')
    await pass(0)
    expect(named('push').map(({ data }) => data.name)).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    expect(named('reconnecting').map(({ code }) => code)).toEqual([1006, 1006, 1006, 1006, 1001])
    expect([named('error'), named('close')]).toEqual([[], []])
  })

  test('carries what people say to each other', async () => {
    const [ada, viewer] = [open(), open(new Roster({ apiKey: mock.createKey(), fetch: mock.fetch }))]
    await pass(0)
    await ada.socket.send('lobby', 'Hello 😀')
    await pass(0)
    const message = { channel: 'lobby', from: 'Administrator', text: 'Hello 😀' }
    expect([ada.named('message'), viewer.named('message')]).toEqual([[message], [message]])
  })

  test('is closed for good when its credential is revoked', async () => {
    const key = await roster.apiKeys.create({ name: 'Gone', role: 'admin', scopes: ['read:events', 'read:users'] })
    const { socket, named } = open(new Roster({ apiKey: key.secret, fetch: mock.fetch }))
    await socket.subscribe('users')
    await roster.apiKeys.revoke(key.id)
    await pass(0)
    expect(named('close')).toMatchObject([{ code: 1008, reason: 'unauthenticated' }])
  })
})

describe('a WebSocket of the mock', () => {
  const address = 'ws://localhost:3000/ws'
  const headers = { 'X-API-Key': 'test' }

  test('tells its listeners and its handlers, and counts through its states', async () => {
    const socket = new WebSocket(address, { headers })
    const told: unknown[] = []
    expect([socket.url, socket.readyState]).toEqual([address, socket.CONNECTING])
    expect(() => socket.send('x')).toThrow('not open yet')
    expect(() => socket.close(1001)).toThrow('3000')
    const handlers: Partial<MockWebSocket> = {
      onopen: () => told.push(socket.readyState),
      onclose: ({ code, reason, wasClean }) => told.push({ code, reason, wasClean }),
    }
    Object.assign(socket, handlers)
    socket.addEventListener('message', (event) => told.push((event as MessageEvent).data))
    await pass(0)
    socket.send('{"type":"ping"}')
    socket.close(3_000, 'enough')
    await pass(0)
    socket.close()
    socket.send('unheard')
    expect(told).toEqual([socket.OPEN, '{"type":"pong"}', { code: 3_000, reason: 'enough', wasClean: true }])
    expect(socket.readyState).toBe(socket.CLOSED)
  })

  test.each([
    ['without a credential', address, {}],
    ['at another path', 'ws://localhost:3000/elsewhere', { headers }],
    ['that is closed before it is open', address, { headers }],
  ])('one %s fails', async (what, url, options) => {
    const socket = new WebSocket(url, options)
    const told: unknown[] = []
    const handlers: Partial<MockWebSocket> = {
      onopen: () => told.push('open'),
      onerror: () => told.push('error'),
      onclose: ({ code, wasClean }) => told.push({ code, wasClean }),
    }
    Object.assign(socket, handlers)
    if (what.includes('closed')) socket.close()
    await pass(0)
    expect(told).toEqual(['error', { code: 1006, wasClean: false }])
    expect(socket.readyState).toBe(socket.CLOSED)
  })

  test('makes room for others when it is closed, whether or not it was open', async () => {
    for (let count = 0; count < 10; count++) {
      const socket = new WebSocket(address, { headers })
      if (count % 2 === 0) await pass(0)
      socket.close()
      await pass(0)
    }
    const last = new WebSocket(address, { headers })
    await pass(0)
    expect(last.readyState).toBe(last.OPEN)
    last.close()
  })

  test('speaks while fake timers hold every microtask that is queued, and at any pace after the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['queueMicrotask'] })
    let time = 60_000
    const slow = createMock({ clock: () => time })
    const socket = new slow.WebSocket(address, { headers })
    let pongs = 0
    socket.addEventListener('message', () => pongs++)
    const settle = () => new Promise((resolve) => setTimeout(resolve))
    await settle()
    const ping = async (count: number) => {
      for (let nth = 0; nth < count; nth++) socket.send('{"type":"ping"}')
      await settle()
    }
    await ping(20)
    time = 0
    await ping(20)
    expect([pongs, socket.readyState]).toEqual([40, socket.OPEN])
    slow.reset()
  })

  test('a reset breaks it off, and quotas that are off let it say much', async () => {
    const talkative = createMock({ quotas: 'off', clock: () => 0 })
    const socket = new talkative.WebSocket(address, { headers })
    let pongs = 0
    const codes: number[] = []
    socket.addEventListener('message', () => pongs++)
    socket.addEventListener('close', (event) => codes.push((event as Event & { code: number }).code))
    await pass(0)
    for (let count = 0; count < 50; count++) socket.send('{"type":"ping"}')
    await pass(0)
    talkative.reset()
    await pass(0)
    expect([pongs, codes]).toEqual([50, [1006]])
  })
})
