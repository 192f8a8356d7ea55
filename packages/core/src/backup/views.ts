import { isRefusal } from '../data/refusal.ts'
import type { Query } from '../data/statement.ts'
import { BackupError } from './tables.ts'

// A view is younger than those that it reads.
const views = {
  text: `select oid::regclass::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'm' order by oid`,
}

/** Refreshes the materialized views of a copy, whose rows are not copied. Throws `BackupError` for one that the database does not refresh. */
export async function refreshViews(query: Query): Promise<void> {
  for (const { name } of await query<{ name: string }>(views)) {
    try {
      await query({ text: `refresh materialized view ${name}` })
    } catch (cause) {
      if (!isRefusal(cause)) throw cause
      throw new BackupError(
        `The materialized view ${name} cannot be refreshed: ${cause.message}. Drop it in the copy, and run this again; make it anew once that is done.`,
        { cause },
      )
    }
  }
}
