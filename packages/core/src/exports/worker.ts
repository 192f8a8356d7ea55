import { Topic } from '../data/announcements.ts'
import { lookEvery } from '../data/look.ts'
import { repeat } from '../background/repeat.ts'
import { expireExports } from './expire.ts'
import { type ExportWork, makeNextExport } from './make-export.ts'

/** Announced for every export that waits to be made. */
export const exportRequested = new Topic('export requested')

/** How often to look for an export that another process was asked for or gave up, in milliseconds. */
const POLL_INTERVAL = 250

/** How often expired exports are looked for, in milliseconds. */
const EXPIRY_INTERVAL = 60_000

/** How long exports may be made without a pause, in milliseconds: their leases notice a connection that has gone dead. */
const PATIENCE = 24 * 60 * 60 * 1_000

/** Work on exports that goes on in the background until it is stopped. */
export interface ExportWorker {
  /** Hands back what is being made, and resolves when nothing is done any more. */
  stop(): Promise<void>
}

/** Makes exports in the background, one at a time, and deletes those that have expired. Any number of processes may do so. */
export function startExportWorker(work: ExportWork): ExportWorker {
  const stopping = new AbortController()
  const { database, now, report } = work
  const interval = lookEvery(POLL_INTERVAL, database)
  const making = repeat(() => makeExports(work, stopping.signal).then(() => interval), {
    patience: PATIENCE,
    report,
  })
  const forget = database.on(exportRequested, making.wake)
  const expire = async () => ((await expireExports(database, now())) ? 0 : EXPIRY_INTERVAL)
  const expiry = repeat(expire, { report })

  return {
    async stop() {
      forget()
      stopping.abort()
      await Promise.all([making.stop(), expiry.stop()])
    },
  }
}

const NEVER = new AbortController().signal

/** Makes every export that waits. */
export async function makeExports(work: ExportWork, stopping: AbortSignal = NEVER): Promise<void> {
  while (!stopping.aborted && (await makeNextExport(work, stopping)));
}
