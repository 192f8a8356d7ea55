import { setTimeout as wait } from 'node:timers/promises'
import { expireExports } from './expire.ts'
import { type ExportWork, makeNextExport } from './make-export.ts'

/** How often to look for an export to make, in milliseconds. */
const POLL_INTERVAL = 250

/** The same while the database cannot be asked. */
const ERROR_INTERVAL = 5_000

/** How often expired exports are looked for. */
const EXPIRY_INTERVAL = 60_000

export interface ExportWorker {
  /** Hands back what is being made, and resolves when nothing is done any more. */
  stop(): Promise<void>
}

/** Makes exports in the background, one at a time, and deletes those that have expired. Any number of processes may do so. */
export function startExportWorker(work: ExportWork): ExportWorker {
  const stopping = new AbortController()
  const running = Promise.all([
    repeat(() => makeExports(work, stopping.signal), POLL_INTERVAL),
    repeat(() => expireExports(work.database, work.now()), EXPIRY_INTERVAL),
  ])

  async function repeat(run: () => Promise<void>, interval: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = await run().then(
        () => interval,
        (error: unknown) => {
          work.report(error)
          return Math.max(interval, ERROR_INTERVAL)
        },
      )
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const NEVER = new AbortController().signal

/** Makes every export that waits. */
export async function makeExports(work: ExportWork, stopping: AbortSignal = NEVER): Promise<void> {
  while (!stopping.aborted && (await makeNextExport(work, stopping)));
}
