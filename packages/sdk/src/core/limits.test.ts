import { freeze, outcome, scripted } from '@roster/test/scripted-client'
import { json, problem } from '@roster/test/scripted-fetch'
import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { limited } from './limits.ts'

freeze()

const LIMIT = { time: 1_000, onTimeout: () => new Error('timeout') }
function abortedAfter(time: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), time)
  return controller.signal
}
const silent = () => new Promise<never>(() => {})

describe('a signal that the work aborts as it starts ends the call at once', () => {
  test.each([
    ['goes on', silent],
    ['succeeds', async () => 1],
    ['fails', () => Promise.reject(new Error('failed'))],
  ])('though the work %s', async (_what, work) => {
    const controller = new AbortController()
    let inner: AbortSignal | undefined
    const start = (signal: AbortSignal) => {
      inner = signal
      controller.abort('enough')
      return work()
    }
    expect(await outcome(limited(controller.signal, LIMIT, start))).toMatchObject({
      error: { name: 'AbortError', cause: 'enough' },
      after: 0,
    })
    expect([inner!.aborted, getEventListeners(controller.signal, 'abort')]).toEqual([true, []])
  })

  test('as a hook does', async () => {
    const controller = new AbortController()
    const { roster } = scripted([json(200, {})], { onRequest: () => controller.abort('enough') })
    expect(await outcome(roster.users.get('usr_1', { signal: controller.signal }))).toMatchObject({
      error: { name: 'AbortError', cause: 'enough' },
      after: 0,
    })
  })
})

test('no time is a timeout, for which nothing starts', async () => {
  const start = () => {
    throw new Error('started')
  }
  expect(await outcome(limited(undefined, { ...LIMIT, time: 0 }, start))).toMatchObject({
    error: { message: 'timeout' },
    after: 0,
  })
})

describe('a hook that is told of a retry and does not settle', () => {
  test.each([
    ['the signal of its call', () => ({ signal: abortedAfter(100) }), 'AbortError', 100],
    ['its deadline', () => ({ deadline: 1_000 }), 'TimeoutError', 1_000],
    ['its timeout', () => ({ timeout: 2_000 }), 'TimeoutError', 2_000],
  ])('is ended by %s', async (_what, options, name, after) => {
    const { roster, sent } = scripted([problem(503, 'unavailable')], { onRetry: silent })
    expect(await outcome(roster.users.get('usr_1', options()))).toMatchObject({ error: { name }, after })
    expect(sent).toHaveLength(1)
  })
})
