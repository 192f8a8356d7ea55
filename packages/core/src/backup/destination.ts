import type { Database } from '../data/database.ts'
import type { Ledger } from '../data/migrate.ts'
import type { Query } from '../data/statement.ts'
import { type Migrations, requireKnown, takeMigrations } from './migrations.ts'
import { readMoment } from './moment.ts'
import { arrayOf, insertInto, type Page } from './rows.ts'
import { type RowSum, sumOf } from './sums.ts'
import { BackupError, type Table } from './tables.ts'
import { noteUnfinished, readUnfinished, UNFINISHED } from './unfinished.ts'
import { refreshViews } from './views.ts'

/** The content that is copied into a database. */
export interface Content {
  /** Identifies the content, so that an interrupted copy is only resumed with the same content. */
  source: string
  tables: readonly Table[]
  migrations: Migrations
}

/** The progress of an interrupted copy: the last row that was written. */
export interface Reached {
  table: string
  row: string
}

/**
 * Prepares an empty database for a copy, or resumes an interrupted copy of the same content. Returns the progress of the interrupted copy; undefined when
 * all rows are still to be copied. Throws `BackupError` when the database holds anything else. No service starts on the database until `finish`.
 */
export async function begin(
  { query, orm }: Database,
  ledgers: readonly Ledger[],
  { source, tables, migrations }: Content,
): Promise<Reached | undefined> {
  await requireKnown(ledgers, migrations)
  const unfinished = await readUnfinished(query)
  if (!unfinished) await requireEmpty(query)
  else if (unfinished.is_prepared && unfinished.source === source) {
    const { table, row } = unfinished
    return table === null || row === null ? undefined : { table, row }
  }
  await noteUnfinished(query, source)
  await takeMigrations(orm, ledgers, migrations)
  await suspendChecks(query, tables)
  for (const { name } of tables) await query({ text: `truncate "${name}"` })
  await query({ text: `update ${UNFINISHED} set is_prepared = true` })
  return undefined
}

async function requireEmpty(query: Query): Promise<void> {
  const [found] = await query<{ name: string }>({
    text: `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname limit 1`,
  })
  if (found)
    throw new BackupError(`The database is not empty: there is "${found.name}" in it. Give one that was just made.`)
}

/** Suspends foreign keys and triggers: the order of the rows satisfies no foreign key, and the effects of triggers are copied as rows. */
async function suspendChecks(query: Query, tables: readonly Table[]): Promise<void> {
  const keys = await query<{ suspend: string; restore: string }>({
    text: `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conname`,
  })
  const triggers = tables.map(({ name }) => `alter table "${name}" enable trigger user`)
  const restoring = [...keys.map(({ restore }) => restore), ...triggers]
  // What a copy that broke off has suspended before is not found any more.
  const text = `update ${UNFINISHED} set restoring =
    (select json_agg(distinct one) from jsonb_array_elements_text(restoring::jsonb || $1::jsonb) as one)`
  await query({ text }, [JSON.stringify(restoring)])
  for (const { suspend } of keys) await query({ text: suspend })
  for (const { name } of tables) await query({ text: `alter table "${name}" disable trigger user` })
}

/** Adds a page of rows and records the progress, in one statement. */
export async function addPage(query: Query, table: Table, { rows }: Page): Promise<void> {
  const text = `with added as (${insertInto(table)}) update ${UNFINISHED} set "table" = $2, row = $3`
  await query({ text }, [arrayOf(rows), table.name, rows.at(-1)])
}

/** Tables with leases. No process that holds a lease works on the copy. */
const LEASED = ['webhook_endpoints', 'exports']

/** How the log continues in a copy: in the same epoch, or in a new one when the source may give places that the copy does not know. */
export type GoesOn = 'in its epoch' | 'in another epoch'

/** Values of `event_log.origin`: an empty text matches no database, so the next start begins a new epoch; with null the log keeps its epoch. */
const ORIGINS = { 'in its epoch': 'null', 'in another epoch': `''` } satisfies Record<GoesOn, string>

/**
 * Finishes a copy with all its rows: compares counts and sums with those of the source, refreshes views, and restores checks and sequences. The last step is one
 * statement, so that an interrupted call can be repeated. Throws `BackupError` when a table differs, or a view cannot be refreshed; then no service starts on the
 * database.
 */
export async function finish(
  database: Database,
  tables: readonly Table[],
  sums: Record<string, RowSum>,
  log: GoesOn,
): Promise<void> {
  const { query } = database
  await readMoment(database, async (moment) => {
    for (const table of tables) await requireSame(moment.query, table, sums[table.name]!)
  })
  for (const table of tables) await continueNumbers(query, table)
  await refreshViews(query)
  const steps = [
    ...(await readUnfinished(query))!.restoring,
    ...LEASED.map((table) => `update ${table} set lease = null, leased_until = null`),
    `update event_log set origin = ${ORIGINS[log]}`,
    `drop table ${UNFINISHED}`,
  ]
  await query({ text: `do $steps$ begin ${steps.join('; ')}; end $steps$` })
}

async function requireSame(query: Query, table: Table, expected: RowSum): Promise<void> {
  const found = await sumOf(query, table)
  if (found.count === expected.count && found.sum === expected.sum) return
  throw new BackupError(
    `The copy of the table "${table.name}" differs: it has ${found.count} rows of ${expected.count}, or others. Begin again, with an empty database.`,
  )
}

/** Sets the sequences of numbered columns to continue after the largest number. */
async function continueNumbers(query: Query, { name, columns }: Table): Promise<void> {
  const numbered = await query<{ column: string; sequence: string }>(
    {
      text: `select "column", sequence from unnest($2::text[]) as "column",
        pg_get_serial_sequence(quote_ident($1), "column") as sequence where sequence is not null`,
    },
    [name, columns],
  )
  for (const { column, sequence } of numbered)
    await query({ text: `select setval($1, max("${column}")) from "${name}" having max("${column}") is not null` }, [
      sequence,
    ])
}
