/** Somebody who waits for news of the log, again and again. The end of its signal is news, too. */
export class Follower {
  readonly #all: Set<Follower>
  readonly #signal: AbortSignal | undefined
  #resolve: () => void = () => {}
  /** The place that it has come to, whether it was given what is there or not. */
  place = 0

  constructor(all: Set<Follower>, signal?: AbortSignal) {
    this.#all = all
    this.#signal = signal
    all.add(this)
    signal?.addEventListener('abort', this.tell)
  }

  readonly tell = (): void => this.#resolve()

  /** Resolves when it is told next. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** Lets it come again by what follows a place. */
  goBack(place: number): void {
    this.place = Math.min(this.place, place)
  }

  leave(): void {
    this.#all.delete(this)
    this.#signal?.removeEventListener('abort', this.tell)
  }
}
