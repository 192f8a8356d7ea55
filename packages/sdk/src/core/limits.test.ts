import { freeze, outcome, scripted } from '@roster/test/scripted-client'
import { json } from '@roster/test/scripted-fetch'
import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { limited } from './limits.ts'

freeze()

const LIMIT = { time: 1_000, onTimeout: () => new Error('timeout') }
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
