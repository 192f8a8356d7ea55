import { AsyncLocalStorage } from 'node:async_hooks'
import { inTime } from './in-time.ts'

/** Pause after an error, in milliseconds, unless something happens. */
const AFTER_ERROR = 500

/** After how long a run is given up unless it says otherwise, in milliseconds: a connection that has gone dead never answers. */
const PATIENCE = 10_000

/** Work that is done again and again, one run after another. */
export interface Repetition {
  /** Runs at once; when it runs now, once more after that. */
  wake: () => void
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** How a run is repeated. */
export interface Rhythm {
  /** Least time from the end of a run to the next one, in milliseconds, so that many calls to wake share one. Default: 0. */
  gap?: number
  /** How long a run may take, in milliseconds; at most 24 days. Default: 10 seconds. */
  patience?: number
  /** Told of every run that failed after one that did not, so that an outage is told of once. */
  report: (error: unknown) => void
}

/**
 * Runs something for ever, at first at once. Each run returns after how many milliseconds the next one begins if nothing wakes it. A run
 * that takes too long is given up: `over` is aborted, and whatever it still finds out must have no effect. No run is part of what wakes it.
 */
export function repeat(
  run: (over: AbortSignal) => Promise<number>,
  { gap = 0, patience = PATIENCE, report }: Rhythm,
): Repetition {
  const apart = AsyncLocalStorage.snapshot()
  let cancel = () => {}
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let hasFailed = false
  let rested = 0

  function begin(): void {
    isWoken = false
    running = apart(() => inTime(run, patience).then(succeed, fail).then(end))
  }

  function succeed(pause: number): number {
    hasFailed = false
    return pause
  }

  function fail(error: unknown): number {
    if (!hasFailed) report(error)
    hasFailed = true
    return AFTER_ERROR
  }

  function end(pause: number): void {
    running = undefined
    rested = performance.now() + gap
    plan(isWoken ? gap : Math.max(gap, pause))
  }

  function plan(pause: number): void {
    cancel()
    if (!isStopped) cancel = callAfter(pause, begin)
  }

  begin()
  return {
    wake() {
      if (isWoken) return
      isWoken = true
      if (!running) plan(rested - performance.now())
    },
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}

/** Calls after a pause, and returns what takes that back. For no pause there is no timer, which would take a millisecond at least. */
function callAfter(pause: number, call: () => void): () => void {
  if (pause <= 0) {
    const immediate = setImmediate(call)
    return () => clearImmediate(immediate)
  }
  const timer = setTimeout(call, pause)
  return () => clearTimeout(timer)
}
