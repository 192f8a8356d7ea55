import type { Tracing } from '../tracing/tracing.ts'

interface Call<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Limits on how calls share runs; `gathered` describes each. */
interface Gathering {
  gap?: number
  most?: number
  lanes?: number
  /** Tracing of the callers. Default: nothing is traced. */
  tracing?: Tracing | undefined
}

/** A function for one item. */
export interface Gathered<Item, Result> {
  (item: Item): Promise<Result>
  /** Returns how many calls no run has taken yet. */
  waiting(): number
}

/**
 * Returns a function for one item, by a statement for many: calls made during a run share the next run. `run` returns a result for each item, in their order. A
 * call never joins a run that began before it. At most `most` calls share a run, and at most `lanes` runs go at once. When a run ends and calls are waiting,
 * `gap` milliseconds pass for others to join. A run belongs to the traces of all calls that share it.
 */
export function gathered<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { gap = 0, most = Infinity, lanes = 1, tracing }: Gathering = {},
): Gathered<Item, Result> {
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

  const call = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running >= lanes) return
      running++
      setImmediate(() => void runAll())
    })
  return Object.assign(call, { waiting: () => waiting.length })
}

/** An item with the span of its call, where that span is recorded. */
interface Traced<Item> {
  item: Item
  caller: string | undefined
}

function gatheredInTraces<Item, Result>(
  tracing: Tracing,
  run: (items: Item[]) => Promise<Result[]>,
  gathering: Omit<Gathering, 'tracing'>,
): Gathered<Item, Result> {
  const call = gathered(
    (calls: Traced<Item>[]) => tracing.shared(callersOf(calls), () => run(calls.map(({ item }) => item))),
    gathering,
  )
  const traced = (item: Item) => call({ item, caller: tracing.recorded() })
  return Object.assign(traced, { waiting: () => call.waiting() })
}

const callersOf = (calls: readonly Traced<unknown>[]) => calls.map(({ caller }) => caller)
