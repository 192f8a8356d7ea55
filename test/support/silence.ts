import { setTimeout as wait } from 'node:timers/promises'

/** How often something is tried again that has failed, in milliseconds. */
const PAUSE = 20

/** Measures for how long at most nothing succeeds that is tried all the time. */
export class Silence {
  #last = performance.now()
  /** The longest time without a success since it began, in seconds. */
  longest = 0

  /** Begins anew. */
  begin(): void {
    this.#last = performance.now()
    this.longest = 0
  }

  /** Tries something again and again until it is told to stop. Returns what came of those that succeeded. */
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
