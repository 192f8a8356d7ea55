import { type ClientOptions, Roster } from '@roster/sdk'
import { afterEach, beforeEach, vi } from 'vitest'
import { scriptedFetch, type Step } from './scripted-fetch.ts'

/** A client whose requests go through a script. */
export function scripted(steps: Step[], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const delays: number[] = []
  const onRetry = ({ delay }: { delay: number }) => void delays.push(delay)
  return { roster: new Roster({ apiKey: 'key', fetch, logLevel: 'off', onRetry, ...options }), sent, delays }
}

/** In each test of a file the clock stands still, and what is random is a half. */
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

/** What becomes of a promise while the clock runs as far as it takes, and how long that was. */
export async function outcome(pending: Promise<unknown>) {
  const start = Date.now()
  const settled = pending.then(
    (value) => ({ value, after: Date.now() - start }),
    (error: unknown) => ({ error, after: Date.now() - start }),
  )
  const state = { isSettled: false }
  void settled.then(() => (state.isSettled = true))
  // A database of another file in this worker may set timers without end.
  while (!state.isSettled) await vi.advanceTimersToNextTimerAsync()
  return settled
}
