import type { Database } from '../data/database.ts'
import type { Snapshot } from '../data/snapshot.ts'

/**
 * Reads one moment of a database, as long as it takes: a disk, or a person's pipe, may be slower than a request may be. Rows are written as text with
 * times in UTC, which a session behind a pooler need not be in.
 */
export function readMoment<Result>(database: Database, read: (moment: Snapshot) => Promise<Result>): Promise<Result> {
  return database.snapshot(async (moment) => {
    if (database.isShared) for (const text of SETTINGS) await moment.query({ text })
    return read(moment)
  })
}

const SETTINGS = [
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  `set local timezone = 'UTC'`,
]
