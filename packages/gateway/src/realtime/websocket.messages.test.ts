import type { Socket } from '@roster/test/realtime'
import { setSockets } from '@roster/test/socket-scene'
import { expect, test } from 'vitest'

// What clients say to each other.

const { newKey, open, createUser } = setSockets()

test('a message reaches everybody in the lobby, its sender too; a label stands for the name', async () => {
  const [one, two, outside] = [await open(), await open((await newKey({ name: 'Grace' })).secret), await open()]
  await two.ask({ type: 'join' }, 'welcome')
  one.say({ type: 'message', text: 'Hello' })
  const hello = { type: 'message', text: 'Hello', from: 'Ada', channel: 'lobby' }
  expect([await one.next('message'), await two.next('message')]).toEqual([hello, hello])
  two.say({ type: 'message', text: 'Hi', user: 'G. H.' })
  expect(await one.next('message')).toMatchObject({ from: 'G. H.' })
  await two.next('message')
  two.say({ type: 'message', text: '😀'.repeat(4_000) })
  expect(await one.next('message')).toMatchObject({ text: '😀'.repeat(4_000), from: 'Grace' })
  await outside.ask({ type: 'ping' }, 'pong')
  expect(outside.received).toEqual([])
})

test('the label of a join stands for the name in what has no other', async () => {
  const socket = await open()
  const from = async (members = {}) =>
    (await socket.ask({ type: 'message', text: 'Hi', ...members }, 'message'))['from']
  await socket.ask({ type: 'join', user: 'Grace' }, 'welcome')
  expect([await from(), await from({ user: 'G. H.' }), await from()]).toEqual(['Grace', 'G. H.', 'Grace'])
  await socket.ask({ type: 'join' }, 'welcome')
  expect(await from()).toBe('Ada')
})

test('a key that is called as a record is talks as somebody', async () => {
  const named = (name: string) => newKey({ name }).then(({ secret: one }) => open(one))
  const from = async (socket: Socket) => (await socket.ask({ type: 'message', text: 'Hi' }, 'message'))['from']
  const { id } = await createUser()
  for (const name of [id, id.toLowerCase(), `\u200b${id}`, `Key of ${id}`])
    expect(await from(await named(name))).toBe('somebody')
  expect(await from(await named('ada_lovelace'))).toBe('ada_lovelace')
})

test('a message to another channel needs a subscription to it', async () => {
  const socket = await open()
  expect(await socket.ask({ type: 'message', text: 'x', channel: 'users' }, 'error')).toMatchObject({
    code: 'forbidden',
  })
  await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  expect(await socket.ask({ type: 'message', text: 'x', channel: 'users' }, 'message')).toMatchObject({
    channel: 'users',
  })
})

test('a message to a channel does not reach who has left it', async () => {
  const [one, other] = [await open(), await open()]
  for (const socket of [one, other]) await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  await other.ask({ type: 'unsubscribe', channel: 'users' }, 'unsubscribed')
  await one.ask({ type: 'message', text: 'x', channel: 'users' }, 'message')
  await other.ask({ type: 'ping' }, 'pong')
  expect(other.received).toEqual([])
})

test('whatever a socket is sent is text, as browsers read it', async () => {
  const socket = await open()
  const areBinary: boolean[] = []
  socket.raw.on('message', (_, isBinary) => areBinary.push(isBinary))
  await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
  await createUser()
  await socket.next('push')
  await socket.ask({ type: 'message', text: 'Hi' }, 'message')
  expect(areBinary).toEqual([false, false, false])
})
