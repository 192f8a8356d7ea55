import { setTimeout as wait } from 'node:timers/promises'

/** Pause before the next attempt after a failure, in milliseconds. */
const PAUSE = 20

/** Measures the longest time without a success of repeated attempts. */
export class Silence {
  #last = performance.now()
  /** Longest time without a success since `begin`, in seconds. */
  longest = 0

  /** Restarts the measurement. */
  begin(): void {
    this.#last = performance.now()
    this.longest = 0
  }

  /** Repeats attempts until the signal aborts. Returns the results of the successful ones. */
  async during<Result>(stopping: AbortSignal, attempt: () => Promise<Result>): Promise<Result[]> {
    const results: Result[] = []
    while (!stopping.aborted) {
      try {
        results.push(await attempt())
        this.#note()
      } catch {
        await wait(PAUSE)
      }
    }
    return results
  }

  #note(): void {
    const now = performance.now()
    this.longest = Math.max(this.longest, (now - this.#last) / 1_000)
    this.#last = now
  }
}
