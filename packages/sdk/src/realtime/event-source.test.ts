import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { subscribe } from './subscribe.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a connection that falls silent is closed before another is opened', async () => {
  const closed = vi.fn<() => void>()
  const silent = new Response(new ReadableStream({ cancel: closed }), {
    headers: { 'content-type': 'text/event-stream' },
  })
  const { fetch, sent } = scriptedFetch(silent, json(403, {}))
  const ended = subscribe(new Roster({ apiKey: 'key', fetch, logLevel: 'off' }))
    .next()
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(45_000)
  expect([closed.mock.calls.length, sent.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(500)
  expect(await ended).toMatchObject({ name: 'PermissionDeniedError' })
})
