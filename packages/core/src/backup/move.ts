import type { Database } from '../data/database.ts'
import { type Ledger, makeAlone } from '../data/migrate.ts'
import type { Query } from '../data/statement.ts'
import { copiedTables } from './copied-tables.ts'
import { addPage, begin, finish, type Reached } from './destination.ts'
import { readMigrations } from './migrations.ts'
import type { Progress } from './progress.ts'
import { pagesOf } from './rows.ts'
import { type RowSum, sumOf } from './sums.ts'
import type { Table } from './tables.ts'

export interface MoveOptions {
  from: Database
  /** An empty database, or one with an interrupted copy of the same source. */
  to: Database
  ledgers: readonly Ledger[]
  /** Called after each page. */
  onProgress: (progress: Progress) => void
}

/**
 * Copies all rows from a database that is not in use into another one: records, events with their cursors, keys, sessions. Both databases have the same
 * migrations afterwards, and clients resume from their cursors. An interrupted move is resumed, unless the source has changed since. Throws `BackupError`.
 */
export const move = (options: MoveOptions): Promise<void> => makeAlone(options.to, () => copy(options))

async function copy({ from, to, ledgers, onProgress }: MoveOptions): Promise<void> {
  const tables = await copiedTables(from.query, ledgers)
  const migrations = await readMigrations(from.query, ledgers)
  const sums: Record<string, RowSum> = {}
  for (const table of tables) sums[table.name] = await sumOf(from.query, table)
  const reached = await begin(to, ledgers, { source: await stateOf(from.query), tables, migrations })
  for (const table of remaining(tables, reached)) {
    const total = sums[table.name]!.count
    let done = reached?.table === table.name ? (await sumOf(to.query, table)).count : 0
    onProgress({ table: table.name, done, total })
    for await (const page of pagesOf(from.query, table, reached?.table === table.name ? reached.row : undefined)) {
      await addPage(to.query, table, page)
      onProgress({ table: table.name, done: (done += page.rows.length), total })
    }
  }
  await finish(to, tables, sums, 'in its epoch')
}

/** Returns the tables whose rows are not all copied yet. */
const remaining = (tables: readonly Table[], reached: Reached | undefined) =>
  tables.slice(reached ? tables.findIndex(({ name }) => name === reached.table) : 0)

/** Returns a text that changes with every write to the database. */
async function stateOf(query: Query): Promise<string> {
  const text = `select concat_ws('/', epoch, pg_snapshot_xmax(pg_current_snapshot())) as state from event_log`
  const [{ state }] = (await query<{ state: string }>({ text })) as [{ state: string }]
  return state
}
