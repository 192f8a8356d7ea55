import { type ErrorCode, NOBODY, Problem } from '@roster/core/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHECK_INTERVAL, CredentialWatch } from './credential-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Watches a credential whose owner is asked with this, for one look. */
async function outcomeOf(ask: () => Promise<typeof NOBODY>) {
  const watcher = { onPrincipal: vi.fn<(now: typeof NOBODY) => void>(), onEnd: vi.fn<(problem: Problem) => void>() }
  const forget = new CredentialWatch().watch({ ask, ...watcher })
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL)
  forget()
  return { ended: watcher.onEnd.mock.calls.flat(), proved: watcher.onPrincipal.mock.calls.flat() }
}

test('who the credential proves by now is told', async () => {
  expect(await outcomeOf(async () => NOBODY)).toEqual({ ended: [], proved: [NOBODY] })
})

test.each<[code: ErrorCode, ends: boolean]>([
  ['unauthenticated', true],
  ['forbidden', true],
  ['unavailable', false],
  ['overloaded', false],
  ['internal', false],
])('%s ends what was opened with the credential: %j', async (code, ends) => {
  const problem = new Problem(code)
  const outcome = await outcomeOf(() => Promise.reject(problem))
  expect(outcome).toEqual({ ended: ends ? [problem] : [], proved: [] })
})

test('who the credential proves is asked within five seconds', async () => {
  const ask = vi.fn<() => Promise<typeof NOBODY>>(async () => NOBODY)
  const forget = new CredentialWatch().watch({ ask, onPrincipal: () => {}, onEnd: () => {} })
  await vi.advanceTimersByTimeAsync(5_000)
  forget()
  expect(ask).toHaveBeenCalled()
})

test('who is watched goes on being asked when another one leaves', async () => {
  const ask = vi.fn<() => Promise<typeof NOBODY>>(async () => NOBODY)
  const watch = new CredentialWatch()
  const watcher = { ask, onPrincipal: () => {}, onEnd: () => {} }
  const forget = watch.watch({ ...watcher, ask: async () => NOBODY })
  const forgetLast = watch.watch(watcher)
  forget()
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL)
  forgetLast()
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL)
  const forgetNext = watch.watch(watcher)
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL)
  forgetNext()
  expect(ask).toHaveBeenCalledTimes(2)
})
