import { setTimeout as wait } from 'node:timers/promises'

export interface Repetition {
  /** Pause between two runs, in milliseconds. */
  interval: number
  /** The least pause after a run that failed, in milliseconds. */
  afterError: number
  /** Ends the repetition, once the run that is under way has ended. */
  signal: AbortSignal
  /** Is told of each run that failed. */
  report: (error: unknown) => void
}

/** Runs something in the background again and again. Resolves when it was stopped and nothing runs any more. */
export async function repeat(
  run: () => Promise<void>,
  { interval, afterError, signal, report }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    const pause = await run().then(
      () => interval,
      (error: unknown) => {
        report(error)
        return Math.max(interval, afterError)
      },
    )
    await wait(pause, undefined, { signal }).catch(() => {})
  }
}
