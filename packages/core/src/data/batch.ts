type Waiting<Value> = { resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }

/**
 * Returns a function that reads one value by its key. Calls in one turn of the event loop share one query: `load` returns the values that it found, by key;
 * other keys give undefined. A call never joins a query that was sent before it, so it sees every write that was acknowledged before the call.
 */
export function batched<Value>(load: (keys: string[]) => Promise<Map<string, Value>>) {
  let waiting = new Map<string, Waiting<Value>[]>()

  async function run(): Promise<void> {
    const batch = waiting
    waiting = new Map()
    try {
      const found = await load([...batch.keys()])
      for (const [key, calls] of batch) for (const call of calls) call.resolve(found.get(key))
    } catch (error) {
      for (const calls of batch.values()) for (const call of calls) call.reject(error)
    }
  }

  return (key: string): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(() => void run())
      const calls = waiting.get(key)
      if (calls) calls.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
    })
}

/** Returns a function that reads one value by its key; calls at once share one read of the database. Each database has batches of its own. */
export function batchedBy<Source extends object, Value>(
  loader: (source: Source) => (keys: string[]) => Promise<Map<string, Value>>,
) {
  const batches = new WeakMap<Source, ReturnType<typeof batched<Value>>>()
  return (source: Source, key: string): Promise<Value | undefined> => {
    let read = batches.get(source)
    if (!read) batches.set(source, (read = batched(loader(source))))
    return read(key)
  }
}
