import { application } from '@roster/api'
import type { Database } from '../data/database.ts'
import type { ExportWork } from './make-export.ts'

/** Returns the options of the work on a service's exports. An error of the work fails the test. */
export function workOf(
  { database, clock }: { database: Database; clock: { now: () => number } },
  changes: Partial<ExportWork> = {},
): ExportWork {
  const report = (error: unknown) => {
    throw error
  }
  return { database, now: clock.now, baseUrl: 'http://roster.test', exported: application.exported, report, ...changes }
}

const insert = {
  text: `insert into users (id, name, email, role, status, version, created_at, updated_at, email_key, search)
    select 'usr_01KAJQ7W5M' || lpad(n::text, 16, '0'), 'Zoë Übung ' || n, 'user' || n || '@example.com',
      case when n % 3 = 0 then 'admin' else 'viewer' end, 'active', 1, $2, $2, 'user' || n || '@example.com', 'user' || n
    from generate_series(1, $1) n`,
}

/** Adds users directly to the table. */
export async function addUsers(database: Database, count: number): Promise<void> {
  await database.query(insert, [count, '2026-11-01T00:00:00.000Z'])
}

/** Returns a database that calls `happen` after every read of a snapshot, with the number of reads. */
export function withEachRead(database: Database, happen: (reads: number) => unknown): Database {
  let reads = 0
  return withSnapshot(database, (read) =>
    database.snapshot((snapshot) =>
      read({
        async query(...call) {
          const rows = await snapshot.query(...call)
          await happen(++reads)
          return rows as never
        },
        async *slices(...call) {
          for await (const slice of snapshot.slices(...call)) {
            await happen(++reads)
            yield slice as never
          }
        },
      }),
    ),
  )
}

/** Returns a database whose snapshots, on the primary and for reads, come from this function. */
export const withSnapshot = (database: Database, snapshot: Database['snapshot']): Database => ({
  ...database,
  snapshot,
  reads: { ...database.reads, snapshot },
})

/** Expires the leases of all exports. */
export async function endLeases(database: Database): Promise<void> {
  await database.query({ text: `update exports set leased_until = now() - interval '1 second'` })
}
