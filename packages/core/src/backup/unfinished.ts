import { hasTable } from '../data/has-table.ts'
import type { Query } from '../data/statement.ts'
import { BackupError } from './tables.ts'

/** The state of an unfinished copy, in the database that is copied into. No service starts on such a database. */
export interface Unfinished {
  /** Identifies the content of the copy. */
  source: string
  /** Whether the tables exist. */
  is_prepared: boolean
  /** Statements that restore the suspended checks. */
  restoring: readonly string[]
  /** The table that is being copied; null before the first row. */
  table: string | null
  row: string | null
}

/** The table with this state. */
export const UNFINISHED = 'unfinished_copy'

/** Returns the state of an unfinished copy; undefined when there is none. */
export async function readUnfinished(query: Query): Promise<Unfinished | undefined> {
  if (!(await hasTable(query, UNFINISHED))) return undefined
  const text = `select source, is_prepared, restoring, "table", "row" from ${UNFINISHED}`
  const [found] = await query<Unfinished>({ text })
  return found
}

/** Creates the table, and records the source of the copy. */
export async function noteUnfinished(query: Query, source: string): Promise<void> {
  await query({
    text: `create table if not exists ${UNFINISHED} (id int primary key default 1 check (id = 1), source text not null,
      is_prepared boolean not null default false, restoring json not null default '[]', "table" text, row text)`,
  })
  await query(
    {
      text: `insert into ${UNFINISHED} (source) values ($1)
        on conflict (id) do update set source = $1, is_prepared = false, "table" = null, row = null`,
    },
    [source],
  )
}

/** Throws `BackupError` when the database holds an unfinished copy. */
export async function requireFinished(query: Query): Promise<void> {
  if (await readUnfinished(query))
    throw new BackupError(
      'This database holds part of a copy that broke off. Run the same command again, which goes on with it, or give another database.',
    )
}
