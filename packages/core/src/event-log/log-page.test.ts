import { expect, test } from 'vitest'
import { Entry } from './entry.ts'
import { type LogPage, messagesOf, pageIn } from './log-page.ts'

const log = { epoch: 'after', earlier: [{ epoch: 'before', until: 2 }], head: 4, kept_from: 1 }

const entry = (seq: number, data = '{"id":"usr_1"}') =>
  new Entry({
    ...log,
    seq,
    id: `evt_${seq}`,
    event: 'user.created',
    user_id: 'usr_1',
    actor: null,
    created_at: '2026-11-21T09:30:00.000Z',
    trace: seq === 4 ? null : '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    data,
  })

const page: LogPage = { after: 1, log, entries: [2, 3, 4].map((seq) => entry(seq)) }

test('a page is carried as it is, with entries from before and after a failover', () => {
  const [message, ...others] = messagesOf(page, 100_000)
  expect([message!.id, others]).toEqual(['after:4', []])
  expect(pageIn(message!.text)).toEqual(page)
  expect(page.entries.map(({ cursor }) => cursor)).toEqual(['before:2', 'after:3', 'after:4'])
})

test('a page that is too large is carried in parts, each named by its last entry', () => {
  const messages = messagesOf(page, 400)
  expect(messages.map(({ id }) => id)).toEqual(['before:2', 'after:3', 'after:4'])
  expect(messages.flatMap(({ text }) => pageIn(text)!.entries)).toEqual(page.entries)
})

test('a message is as large as its bytes, of which a character may have several', () => {
  const ofBytes = { ...page, entries: [2, 3].map((seq) => entry(seq, '{"id":"usr_1","name":"€€€"}')) }
  const [message] = messagesOf(ofBytes, 100_000)
  const size = Buffer.byteLength(message!.text)
  expect([size, size - 1].map((capacity) => messagesOf(ofBytes, capacity).length)).toEqual([1, 2])
})

test.each([
  ['begins after a gap', [3, 4]],
  ['has a gap', [2, 4]],
  ['is in another order', [3, 2, 4]],
])('a page that %s is none', (_what, places) => {
  const [message] = messagesOf({ ...page, entries: places.map((seq) => entry(seq)) }, 100_000)
  expect(pageIn(message!.text)).toBeUndefined()
})
