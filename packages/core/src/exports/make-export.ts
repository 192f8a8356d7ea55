import { systemActor } from '../contract/actor.ts'
import type { Database } from '../data/database.ts'
import { inTransaction } from '../data/in-transaction.ts'
import { emit } from '../event-log/emit.ts'
import { asProblem } from '../operation/trpc.ts'
import { type ExportedKinds, exportedOf } from './exported.ts'
import { exportRecord } from './export.entity.ts'
import { kindOf } from './exported.contract.ts'
import { claimExport, type Job, LeaseLost } from './lease.ts'
import { readsReplica, writeFile } from './write-file.ts'

/** Options of the work on exports. */
export interface ExportWork {
  database: Database
  /** Returns the time in milliseconds since the epoch. */
  now: () => number
  /** Base address of links, without a trailing slash. */
  baseUrl: string
  /** The kinds of records that can be exported. */
  exported: ExportedKinds
  /** Called with the error of every attempt that fails. */
  report: (error: unknown) => void
}

/** The actor of the events of exports. */
const ACTOR = systemActor('exports')

/** Number of failed attempts after which an export fails. Crashes, restarts and lost connections to the primary do not count. */
const MAX_FAILURES = 3

/** Seconds before an attempt is repeated. */
const RETRY_DELAY = 5

/**
 * Makes the oldest waiting export. Resolves with false when there is none. When `stopping` is aborted, the lease ends, and another process begins the export
 * anew.
 */
export async function makeNextExport(work: ExportWork, stopping: AbortSignal): Promise<boolean> {
  const job = await claimExport(work.database, work.now(), Object.keys(work.exported.kinds))
  if (!job) return false
  const { trace } = job.row
  const { tracing } = work.database
  if (tracing && trace !== null)
    await tracing.run({ name: 'make export', parent: trace }, () => makeExport(job, work, stopping))
  else await makeExport(job, work, stopping)
  return true
}

async function makeExport(job: Job, work: ExportWork, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const stopHeartbeat = job.lease.keepAlive((error) => lost.abort(error))
  try {
    const file = await writeFile(
      job,
      exportedOf(work.exported, kindOf(work.exported, job.row.kind)),
      work.database,
      AbortSignal.any([stopping, lost.signal]),
    )
    await end(job, work, 'succeeded', file)
  } catch (error) {
    if (error instanceof LeaseLost) return
    if (stopping.aborted) await job.lease.giveBack()
    else await retryOrFail(job, work, error)
  } finally {
    stopHeartbeat()
  }
}

async function retryOrFail(job: Job, work: ExportWork, error: unknown): Promise<void> {
  work.report(error)
  // Any attempt at a replica counts, so that the next one reads the primary.
  const isLost = asProblem(error).code === 'unavailable' && !readsReplica(job.row, work.database)
  const failures = isLost ? 0 : 1
  if (job.row.failures + failures >= MAX_FAILURES) await end(job, work, 'failed', { size: null, sha256: null })
  else await job.lease.giveBack(RETRY_DELAY, failures)
}

type FileFacts = { size: number; sha256: string } | { size: null; sha256: null }

/** Ends an export and emits its event, in one transaction. */
async function end({ lease }: Job, work: ExportWork, status: 'succeeded' | 'failed', file: FileFacts): Promise<void> {
  const time = work.now()
  await inTransaction(work.database, async (transaction) => {
    const row = await lease.end(transaction, { status, ...file, finished_at: new Date(time).toISOString() })
    const data = exportRecord(row, work.exported, work.baseUrl)
    emit(transaction, { time, event: `export.${status}`, actor: ACTOR, data, owner: row.user_id })
  })
}
