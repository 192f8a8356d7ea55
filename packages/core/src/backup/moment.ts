import type { Database } from '../data/database.ts'
import { NO_TIME_LIMITS } from '../data/session-settings.ts'
import type { Snapshot } from '../data/snapshot.ts'

/**
 * Reads a snapshot of a database without a time limit: a disk or a pipe may be slower than any request. Sets UTC as the time zone of the session, because
 * rows are read as text and a pooler's session may have another one.
 */
export function readMoment<Result>(database: Database, read: (moment: Snapshot) => Promise<Result>): Promise<Result> {
  return database.snapshot(async (moment) => {
    if (database.isShared) for (const text of SETTINGS) await moment.query({ text })
    return read(moment)
  })
}

const SETTINGS = [NO_TIME_LIMITS, `set local timezone = 'UTC'`]
