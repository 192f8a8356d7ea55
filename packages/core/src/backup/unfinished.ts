import type { Query } from '../data/statement.ts'
import { BackupError } from './tables.ts'

/** What a database holds into which something is being copied. No service starts on it. */
export interface Unfinished {
  /** What tells what is copied from anything else. */
  source: string
  /** Whether its tables are made. */
  is_prepared: boolean
  /** Statements that bring back what is not checked meanwhile. */
  restoring: readonly string[]
  /** How far it has come: a table, and its last row there. Null before the first. */
  table: string | null
  row: string | null
}

/** The table that says so. */
export const UNFINISHED = 'unfinished_copy'

/** Reads how far a copy into this database has come; undefined where there is none. */
export async function readUnfinished(query: Query): Promise<Unfinished | undefined> {
  const [found] = await query({ text: `select to_regclass($1) is not null as there` }, [UNFINISHED]).then((rows) =>
    (rows[0] as { there: boolean }).there
      ? query<Unfinished>({ text: `select source, is_prepared, restoring, "table", "row" from ${UNFINISHED}` })
      : [],
  )
  return found
}

/** Makes the table, and notes what is copied. */
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

/** Throws `BackupError` where a copy into this database broke off. */
export async function requireFinished(query: Query): Promise<void> {
  if (await readUnfinished(query))
    throw new BackupError(
      'This database holds part of a copy that broke off. Run the same command again, which goes on with it, or give another database.',
    )
}
