interface SharedReads<Result> {
  /** Resolves when the turn is over. */
  readonly over: Promise<void>
  readonly reads: Map<string, Promise<Result>>
}

/**
 * Lets equal reads of one turn of the event loop share one run, those of each source by themselves. No read joins a run that began before it, so
 * that it sees every write that was acknowledged by then. Callers are given the same result, and leave it as it is.
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
