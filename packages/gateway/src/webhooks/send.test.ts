import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { send } from './send.ts'

const CODE = { code: 'ECONNREFUSED' }

test.each([
  ['is told with its code', Object.assign(new Error('no answer'), CODE), 'ECONNREFUSED: no answer'],
  [
    'is told with its code once',
    Object.assign(new Error('connect ECONNREFUSED ::1'), CODE),
    'connect ECONNREFUSED ::1',
  ],
  ['is the first one of several addresses', new AggregateError([new Error('first'), new Error('other')]), 'first'],
  ['has words where it has none', new Error(''), 'The connection failed.'],
  ['is one line', new Error(' not\r\n\tin one '), ' not in one '],
  ['is told up to 500 characters', new Error('x'.repeat(501)), 'x'.repeat(500)],
])('an error of the connection %s', async (_, error, told) => {
  const agent = {
    dispatch: (_options: object, handler: Dispatcher.DispatchHandler) => handler.onResponseError!(null!, error),
  } as unknown as Dispatcher
  const message = { url: new URL('https://example.com'), headers: {}, body: Buffer.alloc(0) }
  const { signal } = new AbortController()
  const reply = await send(message, { agent, timeout: 60_000, now: () => 0, signal })
  expect(reply).toEqual({ status: null, error: told })
})
