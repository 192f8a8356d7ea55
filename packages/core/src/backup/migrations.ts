import type { Ledger } from '../data/migrate.ts'
import { migratorOf, namesIn } from '../data/migrate.ts'
import type { Orm } from '../data/driver.ts'
import type { Query } from '../data/statement.ts'
import { BackupError } from './tables.ts'

/** Names of the migrations that a database has taken, in order, by the table that lists them. */
export type Migrations = Record<string, readonly string[]>

/** Reads the migrations that a database has taken. */
export async function readMigrations(query: Query, ledgers: readonly Ledger[]): Promise<Migrations> {
  const read = async ({ table }: Ledger) => {
    const taken = await query<{ name: string }>({ text: `select name from "${table}" order by id` })
    return [table, taken.map(({ name }) => name)] as const
  }
  return Object.fromEntries(await Promise.all(ledgers.map(read)))
}

/** Returns the name of a migration that this version of the program does not have; undefined when it has all. */
export async function laterMigration(ledgers: readonly Ledger[], migrations: Migrations): Promise<string | undefined> {
  for (const { directory, table } of ledgers) {
    const known = new Set(await namesIn(directory))
    const unknown = migrations[table]?.find((name) => !known.has(name))
    if (unknown !== undefined) return unknown
  }
  return undefined
}

/** Throws `BackupError` when there is a migration that this version of the program does not have. */
export async function requireKnown(ledgers: readonly Ledger[], migrations: Migrations): Promise<void> {
  const later = await laterMigration(ledgers, migrations)
  if (later !== undefined)
    throw new BackupError(
      `What is to be copied was made by a later version of this program, which has the migration ${later}. Use that version.`,
    )
}

/** Takes exactly these migrations, without those that were taken before. Throws `BackupError` when others were taken: they do not run on the rows that come. */
export async function takeMigrations(orm: Orm, ledgers: readonly Ledger[], migrations: Migrations): Promise<void> {
  for (const ledger of ledgers) {
    const migrator = await migratorOf(orm, ledger)
    const wanted = migrations[ledger.table] ?? []
    const taken = new Set((await migrator.getExecuted()).map(({ name }) => name))
    const further = [...taken].find((name) => !wanted.includes(name))
    if (further !== undefined)
      throw new BackupError(
        `Another copy into this database broke off, which had the migration ${further}. Give an empty database.`,
      )
    const missing = wanted.filter((name) => !taken.has(name))
    if (missing.length > 0) await migrator.up({ migrations: missing })
  }
}
