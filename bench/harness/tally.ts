/** Counts arrivals, and stores the time from sending to arrival. */
export class Tally {
  #count = 0
  #times: number[] = []
  #goal: { count: number; reached: () => void } | undefined

  /** Adds an arrival at `time` that was sent at `sent`, both in microseconds of `clock`. */
  add(sent: number, time: number): void {
    this.#times.push((time - sent) / 1_000)
    if (++this.#count !== this.#goal?.count) return
    this.#goal.reached()
  }

  /** Resolves when `count` arrivals were added since the previous call resolved. */
  async has(count: number): Promise<void> {
    if (this.#count < count)
      await new Promise<void>((reached) => {
        this.#goal = { count, reached }
      })
    this.#count -= count
  }

  /** Returns the latencies of all arrivals since the last call, in milliseconds. */
  take(): number[] {
    const times = this.#times
    this.#times = []
    return times
  }
}

/** Returns the time in whole microseconds. */
export const clock = () => Math.round(performance.now() * 1_000)
