interface SharedReads<Result> {
  /** Resolves when the turn of the event loop is over. */
  readonly over: Promise<void>
  readonly reads: Map<string, Promise<Result>>
}

/**
 * Returns a function by which equal reads of one source share one run, within one turn of the event loop. No read joins a run that began before it, so that it
 * sees every write that was acknowledged by then. Callers get the same result, and must not change it.
 */
export function sharing<Result>() {
  const turns = new WeakMap<object, SharedReads<Result>>()

  function begin(source: object): SharedReads<Result> {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const turn: SharedReads<Result> = { over, reads: new Map() }
    turns.set(source, turn)
    setImmediate(() => {
      turns.delete(source)
      resolve()
    })
    return turn
  }

  return (source: object, key: string, run: () => Promise<Result>): Promise<Result> => {
    const { over, reads } = turns.get(source) ?? begin(source)
    const known = reads.get(key)
    if (known) return known
    const read = over.then(run)
    reads.set(key, read)
    return read
  }
}
