/** How often connections that stay open are sent a sign of life, in milliseconds: proxies close those that are silent. */
export const HEARTBEAT = 15_000

/** One timer for all connections. */
export class Heartbeat {
  readonly #beats = new Set<() => void>()
  readonly #timer = setInterval(() => this.beat(), HEARTBEAT).unref()

  /** Calls at every beat until the returned function is called. */
  add(beat: () => void): () => void {
    this.#beats.add(beat)
    return () => void this.#beats.delete(beat)
  }

  beat(): void {
    for (const beat of this.#beats) beat()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
