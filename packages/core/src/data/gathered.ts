import type { Tracing } from '../tracing/tracing.ts'

interface Call<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** How calls are gathered. */
interface Gathering {
  gap?: number
  most?: number
  lanes?: number
  /** What callers are traced with. Default: they are not. */
  tracing?: Tracing | undefined
}

/**
 * Turns a statement for one into a statement for many: calls that are made while it runs share the next run. `run` returns a result for each item,
 * in their order. A call never joins a run that began before it. At most `most` calls share one, and `lanes` of them run at once. Where calls are
 * waiting when a run ends, `gap` milliseconds more are waited for others. A run belongs to the traces of all whose calls share it.
 */
export function gathered<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { gap = 0, most = Infinity, lanes = 1, tracing }: Gathering = {},
): (item: Item) => Promise<Result> {
  if (tracing) return gatheredInTraces(tracing, run, { gap, most, lanes })
  const waiting: Call<Item, Result>[] = []
  let running = 0

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      await settle(waiting.splice(0, most))
      if (gap > 0 && waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, gap))
    }
    running--
  }

  async function settle(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await run(calls.map(({ item }) => item))
      for (const [nth, { resolve }] of calls.entries()) resolve(results[nth]!)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running >= lanes) return
      running++
      setImmediate(() => void runAll())
    })
}

/** An item, and the span that its call is made in, where that is recorded. */
interface Traced<Item> {
  item: Item
  caller: string | undefined
}

function gatheredInTraces<Item, Result>(
  tracing: Tracing,
  run: (items: Item[]) => Promise<Result[]>,
  gathering: Omit<Gathering, 'tracing'>,
): (item: Item) => Promise<Result> {
  const call = gathered(
    (calls: Traced<Item>[]) => tracing.shared(callersOf(calls), () => run(calls.map(({ item }) => item))),
    gathering,
  )
  return (item) => call({ item, caller: tracing.recorded() })
}

const callersOf = (calls: readonly Traced<unknown>[]) => calls.map(({ caller }) => caller)
