import { type ClientOptions, Roster } from '@roster/sdk'
import { afterEach, beforeEach, vi } from 'vitest'
import { scriptedFetch, type Step } from './scripted-fetch.ts'

/** Returns a client whose requests are answered by a script. */
export function scripted(steps: Step[], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const delays: number[] = []
  const onRetry = ({ delay }: { delay: number }) => void delays.push(delay)
  return { roster: new Roster({ apiKey: 'key', fetch, logLevel: 'off', onRetry, ...options }), sent, delays }
}

/** Stops the clock and makes `Math.random` return 0.5, in each test of the file. */
export function freeze(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T09:30:00.000Z') })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** Advances the fake clock until a promise settles. Returns the value or the error, and the elapsed time in milliseconds. */
export async function outcome(pending: Promise<unknown>) {
  const start = Date.now()
  const settled = pending.then(
    (value) => ({ value, after: Date.now() - start }),
    (error: unknown) => ({ error, after: Date.now() - start }),
  )
  const state = { isSettled: false }
  void settled.then(() => (state.isSettled = true))
  // A database of another test file in this worker may set timers endlessly, so only the next one is run each time.
  while (!state.isSettled) await vi.advanceTimersToNextTimerAsync()
  return settled
}
