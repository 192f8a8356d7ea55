import { AsyncLocalStorage } from 'node:async_hooks'
import { inTime } from './in-time.ts'

/** Pause after a run that failed, in milliseconds; `wake` ends it early. */
const AFTER_ERROR = 500

/** Default time limit of a run, in milliseconds: a dead connection never answers. */
const PATIENCE = 10_000

/** Work that is done again and again, one run after another. */
export interface Repetition {
  /** Starts a run at once; while a run is in progress, another one after it. */
  wake: () => void
  /** Starts no more runs. Resolves when the present one has ended. */
  stop(): Promise<void>
}

/** How a run is repeated. */
export interface Rhythm {
  /** Shortest pause between two runs, in milliseconds, so that many calls of `wake` share one run. Default: 0. */
  gap?: number
  /** How long a run may take, in milliseconds; at most 24 days. Default: 10 seconds. */
  patience?: number
  /** Called with the error of a run that failed after one that succeeded: once for each outage. */
  report: (error: unknown) => void
}

/**
 * Calls `run` until it is stopped, the first time at once. A run returns the pause before the next one, in milliseconds, which `wake` ends early. When a run
 * takes too long, `over` is aborted, and what it still does must have no effect. A run does not inherit the asynchronous context of the code that wakes it.
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

/** Calls a function after a pause, and returns a function that cancels the call. Without a pause it uses no timer, which would take at least a millisecond. */
function callAfter(pause: number, call: () => void): () => void {
  if (pause <= 0) {
    const immediate = setImmediate(call)
    return () => clearImmediate(immediate)
  }
  const timer = setTimeout(call, pause)
  return () => clearTimeout(timer)
}
