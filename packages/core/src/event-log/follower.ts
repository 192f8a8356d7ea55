/** A subscription that waits for new entries, again and again. The abort of its signal wakes it too. */
export class Follower {
  readonly #all: Set<Follower>
  readonly #signal: AbortSignal | undefined
  #resolve: () => void = () => {}
  /** The place up to which the subscription has seen the log, including entries that it did not get. */
  place = 0

  constructor(all: Set<Follower>, signal?: AbortSignal) {
    this.#all = all
    this.#signal = signal
    all.add(this)
    signal?.addEventListener('abort', this.tell)
  }

  readonly tell = (): void => this.#resolve()

  /** Resolves when there are new entries, or the signal is aborted. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** Moves the subscription back, so that it reads the entries after a place again. */
  goBack(place: number): void {
    this.place = Math.min(this.place, place)
  }

  leave(): void {
    this.#all.delete(this)
    this.#signal?.removeEventListener('abort', this.tell)
  }
}
