import { Topic } from '../data/announcements.ts'
import { lookEvery } from '../data/look.ts'
import { repeat } from '../background/repeat.ts'
import { expireExports } from './expire.ts'
import { type ExportWork, makeNextExport } from './make-export.ts'

/** Announced when a transaction with a new export has been committed. */
export const exportRequested = new Topic('export requested')

/** Interval at which exports of other processes are looked for, in milliseconds: new ones, and those whose lease has ended. */
const POLL_INTERVAL = 250

/** Interval at which expired exports are deleted, in milliseconds. */
const EXPIRY_INTERVAL = 60_000

/** Time limit of a run, in milliseconds. It is long, because leases notice a dead connection by themselves. */
const PATIENCE = 24 * 60 * 60 * 1_000

/** Background work on exports. */
export interface ExportWorker {
  /** Ends the lease of the export that is being made, and resolves when all work has ended. */
  stop(): Promise<void>
}

/** Starts making exports in the background, one at a time, and deleting those that have expired. Any number of processes may do so. */
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

/** Makes exports until none waits. */
export async function makeExports(work: ExportWork, stopping: AbortSignal = NEVER): Promise<void> {
  while (!stopping.aborted && (await makeNextExport(work, stopping)));
}
