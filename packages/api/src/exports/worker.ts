import { repeat } from '../repeat.ts'
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
  const { signal } = stopping
  const every = (interval: number) => ({ interval, afterError: ERROR_INTERVAL, signal, report: work.report })
  const running = Promise.all([
    repeat(() => makeExports(work, signal), every(POLL_INTERVAL)),
    repeat(() => expireExports(work.database, work.now()), every(EXPIRY_INTERVAL)),
  ])

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
