/** Somebody who waits for news of the log, again and again. The end of its signal is news, too. */
export class Follower {
  readonly #all: Set<Follower>
  readonly #signal: AbortSignal | undefined
  #resolve: () => void = () => {}

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

  leave(): void {
    this.#all.delete(this)
    this.#signal?.removeEventListener('abort', this.tell)
  }
}
