/** Interval of heartbeats on open connections, in milliseconds: proxies close silent connections. */
export const HEARTBEAT = 15_000

/** The timer that all connections share. */
export class Heartbeat {
  readonly #beats = new Set<() => void>()
  readonly #timer = setInterval(() => this.beat(), HEARTBEAT).unref()

  /** Calls `beat` at every heartbeat until the returned function is called. */
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
