import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'
import type { Orm } from './driver.ts'
import { hasTable } from './has-table.ts'
import type { PatientMigrator } from './patient-migrator.ts'
import type { Query } from './statement.ts'

/** Returns the lock of an application on its database: the first four letters of its name, in ASCII. Applications with the same lock wait for each other. */
const lockOf = (name: string) => Buffer.from(name.padEnd(4, '_')).readUInt32BE()

/** Runs work that makes tables, or fills empty ones, under the application's lock on its database. Processes that start at once wait for each other. */
export const makeAlone = <Result>(database: Database, run: () => Promise<Result>): Promise<Result> =>
  database.alone(lockOf(database.name), run)

/** Migrations that run in the order of their names, and the table that records which have run. */
export interface Ledger {
  /** Directory of the modules, one for each migration. */
  readonly directory: string
  /** Name of the table, such as `migrations`. */
  readonly table: string
}

/** Migrations of the core's own tables, for an application whose own migrations do not make them. */
export const coreLedger: Ledger = {
  directory: fileURLToPath(new URL('../../migrations', import.meta.url)),
  table: 'core_migrations',
}

/** Returns the ledger of an application's own migrations, which are in this directory. */
export const ledgerOf = (directory: URL): Ledger => ({ directory: fileURLToPath(directory), table: 'migrations' })

/**
 * Brings the schema up to date, one ledger after another, and returns the names of the migrations that it ran. Of several processes that start at once, one
 * does the work and the others wait for it. `look` reads the database first, and throws when it must not be changed.
 */
export function migrate(
  database: Database,
  ledgers: readonly Ledger[],
  look: (query: Query) => Promise<void> = async () => {},
): Promise<string[]> {
  return makeAlone(database, async () => {
    await look(database.query)
    const taken: string[] = []
    for (const ledger of ledgers) {
      const migrator = await migratorOf(database.orm, ledger)
      taken.push(...(await migrator.take()))
    }
    return taken
  })
}

/** Returns the names of the migrations that have yet to run on a database. It only reads, also where there are no tables yet. */
export async function pendingMigrations({ query }: Database, ledgers: readonly Ledger[]): Promise<string[]> {
  const pending: string[] = []
  for (const { directory, table } of ledgers) {
    const taken = new Set(await takenIn(query, table))
    pending.push(...(await namesIn(directory)).filter((name) => !taken.has(name)))
  }
  return pending
}

/** Modules, without declaration files. */
const MODULE = /(?<!\.d)\.[jt]s$/

/** Returns the names of the migrations in a directory, in their order. */
export async function namesIn(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files
    .filter((file) => MODULE.test(file))
    .map((file) => file.replace(MODULE, ''))
    .toSorted()
}

async function takenIn(query: Query, table: string): Promise<string[]> {
  if (!(await hasTable(query, table))) return []
  const taken = await query<{ name: string }>({ text: `select name from "${table}"` })
  return taken.map(({ name }) => name)
}

/** Returns the migrator of one ledger. The migrator gets its settings when it is made, and keeps them. */
export async function migratorOf({ config, em }: Orm, { directory, table }: Ledger): Promise<PatientMigrator> {
  const { PatientMigrator } = await import('./patient-migrator.ts')
  const settings = config.get('migrations')
  config.set('migrations', { ...settings, path: directory, tableName: table })
  try {
    return new PatientMigrator(em)
  } finally {
    config.set('migrations', settings)
  }
}
