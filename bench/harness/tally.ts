/** Counts what arrives, and notes how long it took. */
export class Tally {
  #count = 0
  #times: number[] = []
  #goal: { count: number; reached: () => void } | undefined

  /** Something has arrived that was sent then, in microseconds of `clock`. */
  add(sent: number, time: number): void {
    this.#times.push((time - sent) / 1_000)
    if (++this.#count !== this.#goal?.count) return
    this.#goal.reached()
  }

  /** Resolves when so many have arrived since the last time. */
  async has(count: number): Promise<void> {
    if (this.#count < count)
      await new Promise<void>((reached) => {
        this.#goal = { count, reached }
      })
    this.#count -= count
  }

  /** The times of all that has arrived since the last call, in milliseconds. */
  take(): number[] {
    const times = this.#times
    this.#times = []
    return times
  }
}

/** The time in whole microseconds. */
export const clock = () => Math.round(performance.now() * 1_000)
