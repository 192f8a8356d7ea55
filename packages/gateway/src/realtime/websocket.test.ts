import { settled, until } from '@roster/test/realtime'
import { setSockets } from '@roster/test/socket-scene'
import { describe, expect, test } from 'vitest'

const scene = setSockets()
const { newKey, open, createUser } = scene

const viewerOf = async (user_id: string) => (await newKey({ role: 'viewer', user_id })).secret
const order = { currency: 'EUR', items: [{ sku: 'a', name: 'A', quantity: 1, unit_amount: 100 }] }

describe('the protocol', () => {
  test('ping is answered by pong, without a join', async () => {
    const socket = await open()
    expect(await socket.ask({ type: 'ping' }, 'pong')).toEqual({ type: 'pong' })
  })

  test('join is answered by welcome', async () => {
    const socket = await open()
    expect(await socket.ask({ type: 'join' }, 'welcome')).toEqual({
      type: 'welcome',
      session: expect.any(String),
      cursor: expect.stringMatching(/^\w+:\d+$/),
      heartbeat_ms: 15_000,
    })
  })

  test('who joins again has the same session', async () => {
    const socket = await open()
    const { session } = await socket.ask({ type: 'join' }, 'welcome')
    expect(await socket.ask({ type: 'join', user: 'Grace' }, 'welcome')).toMatchObject({ session })
  })

  test('a subscription pushes the events of its channel', async () => {
    const socket = await open()
    const user = await createUser()
    await settled(scene.service)
    const subscribed = await socket.ask({ type: 'subscribe', channel: `users.${user.id}` }, 'subscribed')
    expect(subscribed).toEqual({
      type: 'subscribed',
      channel: `users.${user.id}`,
      cursor: expect.stringMatching(/^\w+:\d+$/),
    })
    await createUser()
    const changed = await scene.service.admin.sdk.users.update(user.id, { name: 'Grace' })
    expect(await socket.next('push')).toEqual({
      type: 'push',
      channel: `users.${user.id}`,
      cursor: expect.stringMatching(/^\w+:\d+$/),
      event: 'user.updated',
      id: expect.toBeId('evt'),
      created_at: expect.any(String),
      data: changed,
    })
    await socket.ask({ type: 'unsubscribe', channel: `users.${user.id}` }, 'unsubscribed')
    await scene.service.admin.sdk.users.update(user.id, { name: 'Ada' })
    await settled(scene.service)
    await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
    const another = await createUser()
    expect(await socket.next('push')).toMatchObject({ channel: 'users', data: { id: another.id } })
  })

  test('every event goes to its channels', async () => {
    const user = await createUser()
    await settled(scene.service)
    const { secret: everything } = await newKey({ scopes: ['read:events', 'read:users', 'read:orders', 'manage:keys'] })
    const socket = await open(everything)
    const channels = ['users', `users.${user.id}`, 'orders', `orders.${user.id}`, 'system']
    for (const channel of channels) await socket.ask({ type: 'subscribe', channel }, 'subscribed')
    await scene.service.admin.sdk.orders.create(user.id, order)
    await scene.service.admin.sdk.users.update(user.id, { status: 'suspended' })
    await newKey()
    await until(() => (socket.received.length === 5 ? true : undefined))
    const pushed = socket.received.map(({ channel, event }) => `${channel} ${event}`)
    expect(pushed.sort()).toEqual(
      [
        'orders order.created',
        `orders.${user.id} order.created`,
        'system api_key.created',
        'users user.suspended',
        `users.${user.id} user.suspended`,
      ].sort(),
    )
  })

  test('a channel is for who may read its records, and what else is in it is left out', async () => {
    const user = await createUser()
    await settled(scene.service)
    const reader = await open((await newKey({ scopes: ['read:events'] })).secret)
    for (const channel of ['users', `users.${user.id}`, 'orders', `orders.${user.id}`, 'system'])
      expect(await reader.ask({ type: 'subscribe', channel }, 'error')).toMatchObject({ code: 'forbidden' })
    const exporter = await open((await newKey({ scopes: ['read:events', 'read:users'] })).secret)
    await exporter.ask({ type: 'subscribe', channel: 'system' }, 'subscribed')
    await exporter.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
    await newKey()
    await scene.service.admin.sdk.users.update(user.id, { name: 'Ada King' })
    await until(() => (exporter.received.length > 0 ? true : undefined))
    expect(exporter.received.map(({ channel, event }) => [channel, event])).toEqual([['users', 'user.updated']])
  })

  test('a subscription after a cursor begins there; the after of join is the default', async () => {
    const socket = await open()
    const { cursor } = await socket.ask({ type: 'join' }, 'welcome')
    const ids = [(await createUser()).id, (await createUser()).id]
    await settled(scene.service)
    const { cursor: end } = (await scene.service.startEventLog()).feed
    const [second, third] = [await open(), await open()]
    expect(await second.ask({ type: 'join', after: cursor }, 'welcome')).toMatchObject({ cursor: end })
    expect(await third.ask({ type: 'join', after: '0dead0:7' }, 'welcome')).toMatchObject({ cursor: end })
    for (const one of [socket, second, third]) {
      const after = one === second ? {} : { after: cursor }
      expect(await one.ask({ type: 'subscribe', channel: 'users', ...after }, 'subscribed')).toMatchObject({ cursor })
      expect([(await one.next('push'))['data'].id, (await one.next('push'))['data'].id]).toEqual(ids)
    }
  })

  test('the channel of a user that was deleted is there, with what has happened', async () => {
    const socket = await open()
    const { cursor } = await socket.ask({ type: 'join' }, 'welcome')
    const { id } = await createUser()
    await scene.service.admin.sdk.users.delete(id)
    await socket.ask({ type: 'subscribe', channel: `users.${id}`, after: cursor }, 'subscribed')
    expect([(await socket.next('push'))['event'], (await socket.next('push'))['event']]).toEqual([
      'user.created',
      'user.deleted',
    ])
  })

  test('who subscribes to a channel again is pushed its events once', async () => {
    const socket = await open()
    for (let nth = 0; nth < 2; nth++) await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
    const ids = [(await createUser()).id, (await createUser()).id]
    expect([(await socket.next('push'))['data'].id, (await socket.next('push'))['data'].id]).toEqual(ids)
  })

  test('a cursor of another log gets a reset, and the subscription goes on live', async () => {
    const socket = await open()
    const { cursor } = await socket.ask({ type: 'subscribe', channel: 'users', after: '0dead0:7' }, 'subscribed')
    expect(await socket.next('notification')).toEqual({
      type: 'notification',
      notification: 'reset',
      channel: 'users',
      cursor,
    })
    const user = await createUser()
    expect(await socket.next('push')).toMatchObject({ data: { id: user.id } })
  })
})

test('a notice goes to those who hold its scope', async () => {
  const [holder, other] = [
    await open((await newKey({ scopes: ['read:events', 'manage:webhooks'] })).secret),
    await open(),
  ]
  await settled(scene.service)
  const { cursor } = (await scene.service.startEventLog()).feed
  scene.service.messages.notify({
    scope: 'manage:webhooks',
    notification: 'webhook.disabled',
    details: { endpoint_id: 'x' },
  })
  expect(await holder.next('notification')).toEqual({
    type: 'notification',
    notification: 'webhook.disabled',
    cursor,
    endpoint_id: 'x',
  })
  await other.ask({ type: 'ping' }, 'pong')
  expect(other.received).toEqual([])
})

describe('what is refused leaves the socket open:', () => {
  const NO_TYPE = 'The member type must be one of join, subscribe, unsubscribe, message, ping.'

  test.each([
    ['text that is no JSON', '{', 'malformed-json', /^The JSON is not valid JSON/],
    ['a doubled member', '{"type":"ping","type":"ping"}', 'malformed-json', /^The JSON has a member twice/],
    ['an unknown type', { type: 'frob' }, 'validation-failed', NO_TYPE],
    ['no type', {}, 'validation-failed', NO_TYPE],
    ['an array', [], 'validation-failed', 'The message must be an object.'],
    [
      'a message with two faults',
      { type: 'message', text: '', channel: '' },
      'validation-failed',
      'The member text must have at least 1 character. The member channel must have at least 1 character.',
    ],
    [
      'a message that is too long',
      { type: 'message', text: 'x'.repeat(4_001) },
      'validation-failed',
      'The member text must have at most 4000 characters.',
    ],
    ...[
      'usr_01KAJQ7W5M8XV2R4T6Y9B3D501',
      ' usr_01kajq7w5m8xv2r4t6y9b3d501 ',
      'Ada (\u200busr_01KAJQ7W5\u200bM8XV2R4T6Y9B3D501)',
    ].map((user): [string, object, string, string] => [
      `an identifier as the label ${JSON.stringify(user)}`,
      { type: 'message', text: 'Hi', user },
      'validation-failed',
      'The member user must be a name, not an identifier.',
    ]),
    [
      'a blank label',
      { type: 'join', user: ' ' },
      'validation-failed',
      'The member user must have at least 1 character.',
    ],
    [
      'a label that is too long',
      { type: 'join', user: 'x'.repeat(101) },
      'validation-failed',
      'The member user must have at most 100 characters.',
    ],
    [
      'an identifier as the label to join with',
      { type: 'join', user: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501' },
      'validation-failed',
      'The member user must be a name, not an identifier.',
    ],
    [
      'a malformed cursor',
      { type: 'subscribe', channel: 'users', after: 'x' },
      'invalid-parameters',
      /^The member after /,
    ],
    [
      'a malformed cursor to join with',
      { type: 'join', after: 'x' },
      'invalid-parameters',
      'The member after must be the cursor of an event, such as 1:42.',
    ],
    [
      'a channel with a NUL',
      { type: 'subscribe', channel: 'users.\0' },
      'forbidden',
      /^The channel users\.\0 does not/,
    ],
    ['an unknown channel', { type: 'subscribe', channel: 'frobs' }, 'forbidden', /^The channel frobs /],
    [
      'the channel of a user that does not exist',
      { type: 'subscribe', channel: 'users.usr_01KAJQ7W5M8XV2R4T6Y9B3D501' },
      'forbidden',
      /does not exist, or is not for this credential\.$/,
    ],
  ])('%s', async (_, message, code, detail) => {
    const socket = await open()
    expect(await socket.ask(message, 'error')).toEqual({ type: 'error', code, detail: expect.stringMatching(detail) })
    await socket.ask({ type: 'ping' }, 'pong')
  })

  test('a binary frame', async () => {
    const socket = await open()
    socket.raw.send(Buffer.from('{"type":"ping"}'))
    expect(await socket.next('error')).toMatchObject({ code: 'bad-request' })
  })

  test('the fifty-first channel', async () => {
    const socket = await open()
    const ids = await Promise.all(Array.from({ length: 50 }, createUser))
    for (const [nth, { id }] of ids.entries()) {
      if (nth % 20 === 19) scene.service.clock.advance(1_000)
      await socket.ask({ type: 'subscribe', channel: `users.${id}` }, 'subscribed')
    }
    scene.service.clock.advance(1_000)
    expect(await socket.ask({ type: 'subscribe', channel: 'users' }, 'error')).toMatchObject({ code: 'rate-limited' })
    expect(await socket.ask({ type: 'message', text: 'x' }, 'error')).toMatchObject({ code: 'rate-limited' })
    await socket.ask({ type: 'subscribe', channel: `users.${ids[0]!.id}` }, 'subscribed')
    await socket.ask({ type: 'unsubscribe', channel: `users.${ids[0]!.id}` }, 'unsubscribed')
    await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  })
})

describe('a viewer', () => {
  test('has the channels of its own record and orders, and its events in them', async () => {
    const user = await createUser()
    const socket = await open(await viewerOf(user.id))
    await settled(scene.service)
    for (const channel of [`users.${user.id}`, `orders.${user.id}`])
      await socket.ask({ type: 'subscribe', channel }, 'subscribed')
    await scene.service.admin.sdk.orders.create(user.id, order)
    expect(await socket.next('push')).toMatchObject({ channel: `orders.${user.id}`, event: 'order.created' })
  })

  test('is refused all others, in the same words for another user and for none', async () => {
    const [user, other] = [await createUser(), await createUser()]
    const socket = await open(await viewerOf(user.id))
    const missing = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'
    const refused = async (channel: string) => {
      const { code, detail } = await socket.ask({ type: 'subscribe', channel }, 'error')
      return [code, detail.replace(channel, '')]
    }
    const expected = await refused('users')
    expect(expected[0]).toBe('forbidden')
    const ofOthers = [`users.${other.id}`, `orders.${other.id}`, `users.${missing}`]
    for (const channel of ['orders', 'system', ...ofOthers, 'frobs', `users.${user.id}.x`, `system.${user.id}`])
      expect(await refused(channel)).toEqual(expected)
  })
})
