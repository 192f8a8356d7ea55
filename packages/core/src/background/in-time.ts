/**
 * Returns what `run` returns, and rejects when that takes longer than `patience` milliseconds. `over` is aborted then, and what `run` still does must have
 * no effect.
 */
export async function inTime<Result>(run: (over: AbortSignal) => Promise<Result>, patience: number): Promise<Result> {
  const over = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`The database has not answered for ${patience / 1_000} seconds.`)
    over.abort(error)
    late.reject(error)
  }, patience)
  try {
    return await Promise.race([run(over.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
