import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Conversation } from '../support/conversation.ts'
import { liveTwin, mockTwin, type Twin } from '../support/twins.ts'

let twins: Twin[]
beforeAll(async () => {
  twins = await Promise.all([liveTwin(), mockTwin()])
})
afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

/** Runs a script on both, and expects that every socket hears the same. */
async function expectSameFrames(script: (conversation: Conversation) => Promise<void>, both = twins): Promise<void> {
  const transcripts = []
  for (const twin of both) {
    const conversation = new Conversation(twin)
    await script(conversation)
    transcripts.push(await conversation.end())
  }
  expect(transcripts[1]).toEqual(transcripts[0])
}

const subscribe = (channel: string, after?: string) => ({ type: 'subscribe', channel, after })
const item = { sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }

describe('the protocol', () => {
  test('join, subscribe, push, message, unsubscribe and ping', () =>
    expectSameFrames(async (conversation) => {
      const [ada, grace] = [await conversation.open(), await conversation.open()]
      await ada.ask({ type: 'ping' })
      await ada.ask({ type: 'join', user: 'Ada' })
      await grace.ask(subscribe('orders'))
      await grace.ask(subscribe('system'))
      await ada.ask(subscribe('users'))
      const { id } = await conversation.addUser('Lin')
      await ada.hear()
      await conversation.world.send(`PATCH /v1/users/${id}`, { body: { status: 'suspended' } })
      await ada.hear()
      await conversation.world.make(`/v1/users/${id}/orders`, { currency: 'EUR', items: [item] })
      await conversation.world.keyWith(['read:users'])
      await grace.hear(2)
      await ada.ask({ type: 'message', text: 'Hello 😀' })
      await grace.ask({ type: 'message', text: 'Hi', user: 'Grace' })
      await ada.hear()
      await grace.ask({ type: 'message', text: 'To whom?', channel: 'users' })
      await ada.ask({ type: 'message', text: 'To myself', channel: 'users' })
      await ada.ask({ type: 'unsubscribe', channel: 'users' })
      await ada.ask({ type: 'unsubscribe', channel: 'users' })
      await conversation.addUser('Unheard')
      await ada.ask({ type: 'join' })
      await ada.ask(subscribe('lobby'))
      await ada.ask({ type: 'message', text: 'Without a label' })
      await grace.hear()
      await grace.ask({ type: 'ping' })
    }))

  test('a subscription goes on after a cursor, and tells where it cannot', () =>
    expectSameFrames(async (conversation) => {
      const first = await conversation.open()
      const { cursor } = await first.ask(subscribe('users'))
      const { id } = await conversation.addUser('One')
      await conversation.addUser('Two')
      await first.hear(2)
      const [epoch] = String(cursor).split(':')
      const second = await conversation.open()
      await second.ask(subscribe('users', cursor))
      await second.hear(2)
      await second.ask(subscribe(`users.${id}`, cursor))
      await second.hear()
      await second.ask(subscribe('orders', `${epoch}:999999`))
      await second.hear()
      await second.ask(subscribe('system', 'other:1'))
      await second.hear()
      await second.ask(subscribe('users', 'nonsense'))
      const third = await conversation.open()
      await third.ask({ type: 'join', after: cursor })
      await third.ask(subscribe('users'))
      await third.hear(2)
      await third.ask({ type: 'ping' })
    }))

  test('what is refused, and in which words', () =>
    expectSameFrames(async (conversation) => {
      const client = await conversation.open()
      const [channel, user] = ['x'.repeat(101), 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501']
      const texts = ['{', '', 'null', '"ping"', '[]', '{}', '{"type":"ping","type":"ping"}', '{"__proto__":1}']
      const messages = [
        { type: 'frob' },
        { type: 1 },
        { type: { toString: 1 } },
        { type: 'toString' },
        { type: 'join', user, extra: 1 },
        { type: 'join', user: '', after: 'x'.repeat(33) },
        { type: 'join', user: null },
        ...[' ', ' Ada ', '\u202eadA', 'A\nB', `\u200b${user}`, ` ${user.toLowerCase()} `, '\u00e9'.repeat(101)].map(
          (label) => ({
            type: 'join',
            user: label,
          }),
        ),
        { type: 'message', text: 'Hi', user },
        { type: 'join', after: 'x' },
        { type: 'message' },
        { type: 'message', text: '' },
        { type: 'message', text: 'x'.repeat(4_001), channel, user: 7 },
        { type: 'message', text: ['x'] },
        subscribe(''),
        subscribe(channel),
        { type: 'subscribe', after: 1 },
        { type: 'unsubscribe' },
        ...['frobs', `users.${user}`, 'users.', 'system.x', `orders.${user}.x`].map((name) => subscribe(name)),
      ]
      for (const [nth, message] of [...texts, new TextEncoder().encode('{"type":"ping"}'), ...messages].entries()) {
        if (nth % 20 === 19) conversation.twin.clock.advance(1_000)
        await client.ask(message)
      }
    }))

  test('who is called as a record is talks as somebody', () =>
    expectSameFrames(async (conversation) => {
      const name = ' usr_01KAJQ7W5M8XV2R4T6Y9B3D501'
      const key = { name, role: 'admin', scopes: ['read:events'] }
      const { secret } = await conversation.world.make('/v1/api-keys', key)
      const client = await conversation.open(String(secret))
      await client.ask({ type: 'message', text: 'Hi' })
      await client.ask({ type: 'message', text: 'Hi', user: 'Ada' })
    }))

  test('a viewer has its own channels, and is refused all others in the same words', () =>
    expectSameFrames(async (conversation) => {
      const { world } = conversation
      await world.fill()
      const { id, key } = await world.viewer()
      const viewer = await conversation.open(key)
      const others = ['users', 'orders', 'system', `users.${world.ids['user_id']}`, `orders.${world.ids['user_id']}`]
      for (const channel of [...others, `users.${id}x`]) await viewer.ask(subscribe(channel))
      await viewer.ask(subscribe(`users.${id}`))
      await viewer.ask(subscribe(`orders.${id}`))
      await viewer.ask({ type: 'message', text: 'I am here' })
      for (const owner of [world.ids['user_id'], id])
        await world.make(`/v1/users/${owner}/orders`, { currency: 'EUR', items: [item] })
      await viewer.hear()
      await world.send(`PATCH /v1/users/${id}`, { body: { name: 'Me' } })
      await viewer.hear()
    }))

  test('a deleted user keeps its channel', () =>
    expectSameFrames(async (conversation) => {
      const { id } = await conversation.addUser('Gone')
      const client = await conversation.open()
      await client.ask(subscribe(`users.${id}`))
      await conversation.world.send(`DELETE /v1/users/${id}`)
      await client.hear()
      await client.ask(subscribe(`orders.${id}`))
    }))
})

describe('limits', () => {
  test('fifty channels, the lobby included', () =>
    expectSameFrames(async (conversation) => {
      const users = Array.from({ length: 50 }, (_, nth) => ({ name: `U${nth}`, email: `u${nth}@example.com`, role: 'viewer' })) // prettier-ignore
      const { data } = await conversation.world.make('/v1/users/batch', { users })
      const client = await conversation.open()
      for (const [nth, { id }] of data.entries()) {
        if (nth % 20 === 19) conversation.twin.clock.advance(1_000)
        await client.ask(subscribe(`users.${id}`))
      }
      conversation.twin.clock.advance(1_000)
      await client.ask(subscribe('users'))
      await client.ask({ type: 'message', text: 'x' })
      await client.ask({ type: 'join' })
      await client.ask({ type: 'unsubscribe', channel: `users.${data[0].id}` })
      await client.ask(subscribe('users'))
      await client.ask(subscribe('users'))
    }))

  test('twenty messages a second', () =>
    expectSameFrames(async (conversation) => {
      const client = await conversation.open()
      for (let nth = 0; nth < 20; nth++) await client.ask({ type: 'ping' })
      conversation.twin.clock.advance(1_000)
      for (let nth = 0; nth < 20; nth++) await client.ask({ type: 'ping' })
      client.say({ type: 'ping' })
      await client.over()
    }))

  test('64 KiB a message', () =>
    expectSameFrames(async (conversation) => {
      const client = await conversation.open()
      const ping = JSON.stringify({ type: 'ping' })
      await client.ask(ping + ' '.repeat(65_536 - ping.length))
      client.say(ping + ' '.repeat(65_537 - ping.length))
      await client.over()
    }))

  test('five sockets a caller', () =>
    expectSameFrames(async (conversation) => {
      for (let nth = 0; nth < 6; nth++) await conversation.open()
      const [first] = conversation.clients
      first!.close(1000)
      await first!.over()
      await conversation.open(await conversation.world.keyWith(['read:events', 'read:users', 'read:orders']))
    }))
})

describe('ends', () => {
  test('the client closes: with no code, with 1000, or with one of its own', () =>
    expectSameFrames(async (conversation) => {
      for (const code of [undefined, 1000, 3_001]) {
        const client = await conversation.open()
        await client.ask({ type: 'ping' })
        client.close(code)
        await client.over()
      }
    }))

  test('its credential is revoked, or its user suspended', () =>
    expectSameFrames(async (conversation) => {
      const { world } = conversation
      const key = await world.make('/v1/api-keys', {
        name: 'Gone',
        role: 'admin',
        scopes: ['read:events', 'read:users', 'read:orders'],
      })
      const viewer = await world.viewer()
      const clients = [await conversation.open(key['secret']), await conversation.open(viewer.key)]
      await world.send(`DELETE /v1/api-keys/${key['id']}`)
      await clients[0]!.over()
      await world.send(`PATCH /v1/users/${viewer.id}`, { body: { status: 'suspended' } })
      await clients[1]!.over()
    }))

  test('the handshake is refused', () =>
    expectSameFrames(async (conversation) => {
      const { world } = conversation
      await world.fill()
      const { ticket } = (await world.send('POST /v1/realtime/tickets')).body
      await conversation.open(null)
      await conversation.open('rk_none')
      await conversation.open(await world.keyWith(['read:users']))
      await conversation.open(undefined, `?ticket=${ticket}`)
      const good = await conversation.open(null, `?ticket=${ticket}`)
      await good.ask({ type: 'join' })
      await conversation.open(null, `?ticket=${ticket}`)
      const { cookie = '', origin = '' } = await world.browser()
      await conversation.open(null, '', { cookie })
      await conversation.open(null, '?ticket=x', { cookie, origin: 'https://elsewhere.example' })
      const session = await conversation.open(null, '', { cookie, origin })
      await session.ask({ type: 'message', text: 'Who am I?' })
    }))

  test('the service goes away', async () => {
    const both = await Promise.all([liveTwin(), mockTwin()])
    const script = async (conversation: Conversation) => {
      const client = await conversation.open()
      await client.ask({ type: 'ping' })
      await conversation.twin.endConnections()
      await client.over()
    }
    await expectSameFrames(script, both)
    await Promise.all(both.map((twin) => twin.stop()))
  })
})
