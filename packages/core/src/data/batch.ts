type Waiting<Value> = { resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }

/**
 * Turns a read of many into a read of one: calls made in one turn of the event loop share one query. `load` returns what it found,
 * by key; a key it did not find gives undefined. A call never joins a query that was sent before it, so it sees every write that was
 * acknowledged before it was made.
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

/** Returns a function that answers many calls at once with one read of the database. Each database has batches of its own. */
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
