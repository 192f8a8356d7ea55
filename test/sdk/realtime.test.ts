import type { Roster } from '@roster/sdk'
import { connect, type ConnectOptions, type LiveEvent, subscribe, type SubscribeOptions } from '@roster/sdk/realtime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { clientAt } from '../support/client.ts'
import { fillWithExamples } from '../support/examples.ts'
import { type Link, startLink } from '../support/link.ts'
import { settled, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let link: Link
let roster: Roster
/** The same client, through connections that can be cut. */
let distant: Roster
beforeAll(async () => {
  service = await startService({ realtime: { checkInterval: 50 } })
  await fillWithExamples(service.database, service.clock.now())
  await service.startEventLog()
  roster = clientAt(await service.app.listen({ host: '127.0.0.1', port: 0 }))
  link = await startLink(roster.baseUrl)
  distant = clientAt(link.url, { fetch: counting })
})
afterAll(async () => {
  await link.close()
  await service.stop()
})
beforeEach(() => settled(service))
/** What ends the connections of a test. */
const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(ends.splice(0).map((end) => end()))
  await until(() => (Object.values(service.counters.open).every((open) => open === 0) ? true : undefined))
})

/** Pieces of answers that have arrived over connections that can be cut. */
let pieces = 0
async function counting(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const transform = (piece: Uint8Array, to: TransformStreamDefaultController) => {
    pieces++
    to.enqueue(piece)
  }
  return new Response(response.body?.pipeThrough(new TransformStream({ transform })) ?? null, response)
}

let count = 0
const newUser = () =>
  roster.users.create({ name: `User ${++count}`, email: `user.${count}@example.com`, role: 'viewer' })

/** Waits until so many have come. */
const received = <Item>(items: Item[], length: number) => until(() => (items.length >= length ? items : undefined))

describe('subscribe', () => {
  /** Follows events until the test has finished. */
  function follow(client: Roster, options: SubscribeOptions = {}): LiveEvent[] {
    const controller = new AbortController()
    ends.push(() => controller.abort())
    const events: LiveEvent[] = []
    const loop = async () => {
      for await (const event of subscribe(client, { ...options, signal: controller.signal })) events.push(event)
    }
    void loop()
    return events
  }
  const opened = () => until(() => (service.counters.open.sse > 0 ? true : undefined))

  test('gives each event as the log has it, but for its version and who did it', async () => {
    const events = follow(roster)
    await opened()
    const user = await newUser()
    const [event] = await received(events, 1)
    const logged = []
    for await (const { api_version: _, actor: __, ...one } of roster.events.list({ type: 'user.created' }))
      logged.push(one)
    expect(event).toEqual(logged.at(-1))
    expect(event!.data).toEqual(user)
  })

  test('gives the events of the types that were asked for', async () => {
    const events = follow(roster, { types: ['user.deleted'] })
    await opened()
    const { id } = await newUser()
    await roster.users.delete(id)
    expect(await received(events, 1)).toMatchObject([{ event: 'user.deleted', data: { id } }])
  })

  test('misses nothing and repeats nothing when its connection is cut, and cut again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const before = pieces
    const events = follow(distant)
    const ids: string[] = []
    // Nothing has come before the first cut but where the stream begins.
    await until(() => (pieces > before ? true : undefined))
    for (let round = 0; round < 3; round++) {
      link.cut()
      for (let each = 0; each < 3; each++) ids.push((await newUser()).id)
      await received(events, ids.length)
    }
    ids.push((await newUser()).id)
    await received(events, ids.length)
    expect(events.map(({ data }) => data.id)).toEqual(ids)
  })

  test('begins after a cursor, and tells when the log does not reach back to it', async () => {
    const { cursor } = (await service.startEventLog()).feed
    const { id } = await newUser()
    expect((await received(follow(roster, { after: cursor }), 1))[0]).toMatchObject({ data: { id } })

    await settled(service)
    const { feed } = await service.startEventLog()
    const lost = subscribe(roster, { after: '0:1' }).next()
    await expect(lost).rejects.toMatchObject({ name: 'ResetError', cursor: feed.cursor })
  })

  test('throws what the service refuses', async () => {
    const key = await roster.apiKeys.create({ name: 'No events', role: 'admin', scopes: ['read:users'] })
    const client = clientAt(roster.baseUrl, { apiKey: key.secret })
    await expect(subscribe(client).next()).rejects.toMatchObject({ status: 403, code: 'insufficient-scope' })
    await expect(subscribe(roster, { after: 'nonsense' }).next()).rejects.toMatchObject({ status: 400 })
    await roster.apiKeys.revoke(key.id)
    await expect(subscribe(client).next()).rejects.toMatchObject({ status: 401 })
  })
})

const classes: [name: string, ConnectOptions][] = [
  ['the global WebSocket', {}],
  ['the WebSocket of ws', { WebSocket }],
]

describe.each(classes)('connect, with %s', (_name, options) => {
  /** Opens a socket until the test has finished, and notes what it tells. */
  function open(client: Roster = roster, more: ConnectOptions = {}) {
    const socket = connect(client, { ...options, ...more })
    ends.push(() => socket.close())
    const told: [name: string, value: any][] = []
    for (const name of ['welcome', 'push', 'message', 'notification', 'error', 'reconnecting', 'close'] as const)
      socket.on(name, (value) => told.push([name, value]))
    const named = (name: string) => told.filter(([of]) => of === name).map(([, value]) => value)
    return { socket, told, named, heard: (name: string, times = 1) => until(() => named(name)[times - 1]) }
  }

  test('pushes the events of the channels that it has joined', async () => {
    const { socket, heard, named } = open()
    const { cursor } = (await service.startEventLog()).feed
    expect(await socket.subscribe('users')).toEqual({ channel: 'users', cursor })
    expect(await heard('welcome')).toEqual({ session: expect.any(String), cursor, heartbeat_ms: 15_000 })
    const user = await newUser()
    expect(await heard('push')).toMatchObject({ channel: 'users', event: 'user.created', data: user })
    await socket.unsubscribe('users')
    await newUser()
    await settled(service)
    await socket.ping()
    expect(named('push')).toHaveLength(1)
  })

  test('refuses a channel that there is not, in the words of the service, and stays', async () => {
    const { socket } = open()
    await expect(socket.subscribe('nonsense')).rejects.toMatchObject({
      name: 'RefusedError',
      code: 'forbidden',
      detail: expect.stringContaining('nonsense'),
    })
    await expect(socket.subscribe('users', { after: 'nonsense' })).rejects.toMatchObject({ name: 'RefusedError' })
    await socket.subscribe('users')
  })

  test('carries what people say to each other', async () => {
    const [ada, grace] = [open(roster, { user: 'Ada' }), open(roster, { user: 'Grace' })]
    await Promise.all([ada.heard('welcome'), grace.heard('welcome')])
    await ada.socket.send('lobby', 'Hello 😀')
    const message = { channel: 'lobby', from: 'Ada', text: 'Hello 😀' }
    expect([await ada.heard('message'), await grace.heard('message')]).toEqual([message, message])
  })

  test('tells of a message that was refused, whether or not it is awaited', async () => {
    const { socket, heard } = open()
    await expect(socket.send('users', 'Hello')).rejects.toMatchObject({ name: 'RefusedError', code: 'forbidden' })
    void socket.send('lobby', '')
    expect(await heard('error', 2)).toMatchObject({ name: 'RefusedError' })
  })

  test('misses nothing and repeats nothing when its connection is cut, and cut again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { socket, heard, named } = open(distant)
    await socket.subscribe('users')
    const ids: string[] = []
    for (let round = 1; round <= 3; round++) {
      link.cut()
      ids.push((await newUser()).id, (await newUser()).id)
      await heard('reconnecting', round)
      await heard('push', ids.length)
    }
    expect(named('push').map(({ data }) => data.id)).toEqual(ids)
    expect(named('error')).toEqual([])
  })

  test('sends later what is said while there is no connection', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { socket, heard } = open(distant)
    void socket.send('lobby', 'early')
    const early = socket.subscribe('users')
    expect(await heard('message')).toMatchObject({ text: 'early' })
    await early
    link.cut()
    await heard('reconnecting')
    await socket.send('lobby', 'late')
    expect(await heard('message', 2)).toMatchObject({ text: 'late' })
  })

  test('tells when events of a channel were missed, and goes on', async () => {
    const { socket, heard } = open()
    const resets: unknown[] = []
    socket.on('reset', (reset) => resets.push(reset))
    const { cursor } = await socket.subscribe('users', { after: '0:1' })
    expect(await received(resets, 1)).toEqual([{ channel: 'users', cursor }])
    const { id } = await newUser()
    expect(await heard('push')).toMatchObject({ data: { id } })
  })

  test('is closed by events that were missed, if nobody listens for that', async () => {
    const { socket, heard } = open()
    await socket.subscribe('users', { after: '0:1' })
    expect(await heard('close')).toMatchObject({ error: { name: 'ResetError' } })
    await expect(socket.subscribe('users')).rejects.toMatchObject({ name: 'ResetError' })
  })

  test('is closed for good when its credential is revoked', async () => {
    const key = await roster.apiKeys.create({
      name: 'Gone',
      role: 'admin',
      scopes: ['read:events', 'read:users', 'read:orders'],
    })
    const { socket, heard, named } = open(clientAt(roster.baseUrl, { apiKey: key.secret }))
    await socket.subscribe('users')
    await roster.apiKeys.revoke(key.id)
    const closed = { name: 'SocketClosedError', code: 1008, reason: 'unauthenticated' }
    expect(await heard('close')).toMatchObject({ code: 1008, reason: 'unauthenticated', error: closed })
    await expect(socket.ping()).rejects.toMatchObject(closed)
    expect(named('reconnecting')).toEqual([])
  })

  test('is closed for good by a credential that opens no socket', async () => {
    const { secret } = await roster.apiKeys.create({ name: 'No events', role: 'admin', scopes: ['read:users'] })
    const { socket, heard } = open(clientAt(roster.baseUrl, { apiKey: secret }))
    const refused = { name: 'PermissionDeniedError', code: 'insufficient-scope' }
    await expect(socket.subscribe('users')).rejects.toMatchObject(refused)
    expect(await heard('close')).toEqual({ code: 1000, reason: '', error: expect.objectContaining(refused) })
    const { socket: unknown } = open(clientAt(roster.baseUrl, { apiKey: 'rk_none' }))
    await expect(unknown.ping()).rejects.toMatchObject({ status: 401 })
  })

  test('closes once what was sent has arrived', async () => {
    const other = open()
    await other.heard('welcome')
    const { socket, told, heard } = open()
    await heard('welcome')
    void socket.send('lobby', 'last words')
    await socket.close()
    expect(await other.heard('message')).toMatchObject({ text: 'last words' })
    expect(told.at(-1)).toEqual(['close', { code: 1000, reason: '', error: undefined }])
    await expect(socket.send('lobby', 'too late')).rejects.toMatchObject({ name: 'SocketClosedError', code: 1000 })
  })

  test('closes while it is opened, too', async () => {
    const { socket, told } = open()
    const joined = socket.subscribe('users')
    await Promise.all([socket.close(), expect(joined).rejects.toMatchObject({ name: 'SocketClosedError' })])
    expect(told).toEqual([['close', { code: 1000, reason: '', error: undefined }]])
  })
})

test('a runtime without WebSocket is told what to pass', () => {
  vi.stubGlobal('WebSocket', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(() => connect(roster)).toThrow(/package ws/)
})
