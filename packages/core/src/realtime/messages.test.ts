import { setImmediate as nextTurn } from 'node:timers/promises'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { PATIENCE } from '@roster/test/patience'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../data/database.ts'
import { openDatabase } from '../data/open.ts'
import { type Message, type Messages, type Notice, openMessages } from './messages.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

const report = (error: unknown) => {
  throw error
}

/** The messages of a process, and what it has heard. */
function open(database: Database): { messages: Messages; heard: Message[] } {
  const heard: Message[] = []
  const messages = openMessages({ database, report })
  messages.onMessage((message) => void heard.push(message))
  return { messages, heard }
}

const hello = { channel: 'lobby', text: 'Hello', from: 'Ada' }

test('a message is heard at once in its own process, and once', async () => {
  const { messages, heard } = open(copy.database)
  messages.publish(hello)
  expect(heard).toEqual([hello])
  await messages.close()
})

test('who closes has sent what was said before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const query: Database['query'] = async (...call) => {
    await promise
    return copy.database.query(...call)
  }
  const { messages } = open({ ...copy.database, query, listen: () => ({ close: async () => {} }) })
  messages.publish(hello)
  const done: string[] = []
  const closing = messages.close().then(() => done.push('closed'))
  await nextTurn()
  done.push('sent')
  resolve()
  await closing
  expect(done).toEqual(['sent', 'closed'])
})

test('messages that the database does not take are left out beyond 2,000, which is reported once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked: number[] = []
  const query = async (_: unknown, [pieces]: [string[]]) => {
    asked.push(pieces.length)
    await promise
    return []
  }
  const reports: unknown[] = []
  const database = { ...copy.database, query, listen: () => ({ close: async () => {} }) } as never
  const messages = openMessages({ database, report: (error) => void reports.push(error) })
  const heard: Message[] = []
  messages.onMessage((message) => void heard.push(message))
  for (let nth = 0; nth < 2_003; nth++) messages.publish(hello)
  resolve()
  await messages.close()
  expect([heard.length, asked, reports]).toEqual([2_003, [1, 2_000], [expect.any(Error)]])
})

test('what no process of the service has sent is not heard, and stops nothing', async () => {
  let receive: (payload: string) => void = () => {}
  const listen: Database['listen'] = (_, call) => {
    receive = call
    return { close: async () => {} }
  }
  const { messages, heard } = open({ ...copy.database, listen })
  for (const foreign of ['b', 'null', '{"kind":"message"}', '{"kind":"notice","content":{}}'])
    receive(`a b 0 ${foreign}`)
  const sent = JSON.stringify({ kind: 'message', content: hello })
  receive(`a c 0 ${sent}`)
  receive('a d 1 half of a message, after which the connection broke off')
  receive('')
  receive(`a d 0 ${sent}`)
  expect(heard).toEqual([hello, hello])
  await messages.close()
})

describe.skipIf(!onPostgres)('two processes on one database', () => {
  let other: Database
  beforeEach(async () => {
    other = await openDatabase({ url: copy.url!, directUrl: copy.directUrl }, { name: 'roster', entities: [] })
  })
  afterEach(() => other.close())

  test.each([
    ['short', 'Hello'],
    ['as long as can be, of characters that take four bytes', '😀'.repeat(4_000)],
    ['of characters that JSON escapes', '\u0001"\\\n'.repeat(1_000)],
    ['of half characters', `${'x'.repeat(1_850)}😀\ud83d`],
  ])('hear each other, in order: %s', async (_name, text) => {
    const [one, two] = [open(copy.database), open(other)]
    await vi.waitFor(() => {
      one.messages.publish(hello)
      expect(two.heard.length).toBeGreaterThan(0)
    }, PATIENCE)
    const last = Array.from({ length: 20 }, (_, nth) => ({ ...hello, text, from: `Ada ${nth}` }))
    for (const message of last) one.messages.publish(message)
    await expect.poll(() => two.heard.slice(-20)).toEqual(last)
    two.messages.publish({ ...hello, from: 'Grace' })
    await expect.poll(() => one.heard.at(-1)).toMatchObject({ from: 'Grace' })
    await Promise.all([one.messages.close(), two.messages.close()])
  })

  test('hear of notices too', async () => {
    const [one, two] = [open(copy.database), open(other)]
    const heard: Notice[] = []
    two.messages.onNotice((notice) => void heard.push(notice))
    const notice = { scope: 'manage:webhooks', notification: 'webhook.disabled', details: { endpoint_id: 'whe_1' } }
    await vi.waitFor(() => {
      one.messages.notify(notice)
      expect(heard[0]).toEqual(notice)
    }, PATIENCE)
    await Promise.all([one.messages.close(), two.messages.close()])
  })
})
