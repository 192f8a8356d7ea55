import { setImmediate as turnOver } from 'node:timers/promises'
import { perTurn } from './per-turn.ts'

/**
 * Returns a function by which equal reads of one source share one run, within one turn of the event loop. No read joins a run that began before it, so that it
 * sees every write that was acknowledged by then. Callers get the same result, and must not change it.
 */
export function sharing<Result>() {
  const reads = perTurn<Promise<Result>>()
  return (source: object, key: string, run: () => Promise<Result>): Promise<Result> =>
    reads(source, key, () => turnOver().then(run))
}
