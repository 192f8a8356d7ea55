import type { Database } from '../data/database.ts'
import type { Ledger } from '../data/migrate.ts'
import type { Query } from '../data/statement.ts'
import { type Migrations, requireKnown, takeMigrations } from './migrations.ts'
import { readMoment } from './moment.ts'
import { arrayOf, insertInto, type Page } from './rows.ts'
import { type RowSum, sumOf } from './sums.ts'
import { BackupError, type Table } from './tables.ts'
import { noteUnfinished, readUnfinished, UNFINISHED } from './unfinished.ts'

/** What is copied into a database. */
export interface Content {
  /** What tells it from any other, so that a copy that broke off goes on with the same. */
  source: string
  tables: readonly Table[]
  migrations: Migrations
}

/** How far a copy that broke off had come: the last row that is there. */
export interface Reached {
  table: string
  row: string
}

/**
 * Makes an empty database ready for what is copied into it, or goes on with a copy of the same that broke off. Returns how far that had come; undefined
 * where all is to be copied. Throws `BackupError` where there is something else in the database. Until `finish`, no service starts on it.
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

/** Rows come in no order that foreign keys allow, and what triggers did is copied with them. */
async function suspendChecks(query: Query, tables: readonly Table[]): Promise<void> {
  const keys = await query<{ suspend: string; restore: string }>({
    text: `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conname`,
  })
  const triggers = tables.map(({ name }) => `alter table "${name}" enable trigger user`)
  const restoring = [...keys.map(({ restore }) => restore), ...triggers]
  await query({ text: `update ${UNFINISHED} set restoring = $1 where restoring::text = '[]'` }, [
    JSON.stringify(restoring),
  ])
  for (const { suspend } of keys) await query({ text: suspend })
  for (const { name } of tables) await query({ text: `alter table "${name}" disable trigger user` })
}

/** Adds a page of rows, and notes how far that is, in one statement. */
export async function addPage(query: Query, table: Table, { rows }: Page): Promise<void> {
  const text = `with added as (${insertInto(table)}) update ${UNFINISHED} set "table" = $2, row = $3`
  await query({ text }, [arrayOf(rows), table.name, rows.at(-1)])
}

/** What processes lease: none that had one is at work on a copy. */
const LEASED = ['webhook_endpoints', 'exports']

/** How the log goes on in a copy: in its epoch, or in another one, as places may have been given since that are not in the copy. */
export type GoesOn = 'in its epoch' | 'in another epoch'

/** An empty origin is none of this database: the next start begins another epoch. Without one the log keeps its own. */
const ORIGINS = { 'in its epoch': 'null', 'in another epoch': `''` } satisfies Record<GoesOn, string>

/**
 * Ends a copy once all its rows are there: compares them with what they were, by counts and sums, and brings back checks and numbering. What ends it is one
 * statement, so that one that breaks off can be ended again. Throws `BackupError` where a table differs; nothing starts on the database then.
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

/** Columns that are numbered by a sequence go on after the largest number. */
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
