import { getEventListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { send } from './send.ts'

const CODE = { code: 'ECONNREFUSED' }

/** What a delivery is answered over a connection that ends with an error. */
function failing(error: Error, { signal } = new AbortController()): ReturnType<typeof send> {
  const agent = {
    dispatch: (_options: object, handler: Dispatcher.DispatchHandler) => handler.onResponseError!(null!, error),
  } as unknown as Dispatcher
  const message = { url: new URL('https://example.com'), headers: {}, body: Buffer.alloc(0) }
  return send(message, { agent, timeout: 60_000, now: () => 0, signal })
}

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
  expect(await failing(error)).toEqual({ status: null, error: told })
})

test('a delivery leaves nothing at the signal that ends all of them', async () => {
  const ending = new AbortController()
  await failing(new Error('no answer'), ending)
  expect(getEventListeners(ending.signal, 'abort')).toEqual([])
})
