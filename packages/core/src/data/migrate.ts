import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'
import type { Orm } from './driver.ts'
import type { PatientMigrator } from './patient-migrator.ts'
import type { Query } from './statement.ts'

/** The lock of an application on its database: the first four letters of its name, in ASCII. Applications that share it wait for each other. */
const lockOf = (name: string) => Buffer.from(name.padEnd(4, '_')).readUInt32BE()

/** Runs what makes tables, or fills empty ones, while nobody else does: of several who begin at once the others wait. */
export const makeAlone = <Result>(database: Database, run: () => Promise<Result>): Promise<Result> =>
  database.alone(lockOf(database.name), run)

/** Migrations that are taken in the order of their names, and the table that says which have been. */
export interface Ledger {
  /** Directory of the modules, one a migration. */
  readonly directory: string
  /** Such as `migrations`. */
  readonly table: string
}

/** Those of the core's own tables, for an application whose own migrations do not make them. */
export const coreLedger: Ledger = {
  directory: fileURLToPath(new URL('../../migrations', import.meta.url)),
  table: 'core_migrations',
}

/** Returns the ledger of an application's own migrations, which are in this directory. */
export const ledgerOf = (directory: URL): Ledger => ({ directory: fileURLToPath(directory), table: 'migrations' })

/**
 * Brings the schema up to date, one ledger after another, and returns the names of the migrations that it took. Of several processes that
 * start at once, one does the work and the others wait for it. `look` looks at the database before that, and throws what keeps it as it is.
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

/** Names of the migrations that a database has yet to take. It is only read, also where it has no tables yet. */
export async function pendingMigrations({ query }: Database, ledgers: readonly Ledger[]): Promise<string[]> {
  const pending: string[] = []
  for (const { directory, table } of ledgers) {
    const taken = new Set(await takenIn(query, table))
    pending.push(...(await namesIn(directory)).filter((name) => !taken.has(name)))
  }
  return pending
}

/** Modules, and not what describes their types. */
const MODULE = /(?<!\.d)\.[jt]s$/

/** Names of the migrations of a directory, in their order. */
export async function namesIn(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files
    .filter((file) => MODULE.test(file))
    .map((file) => file.replace(MODULE, ''))
    .toSorted()
}

async function takenIn(query: Query, table: string): Promise<string[]> {
  const [found] = await query<{ there: boolean }>({ text: 'select to_regclass($1) is not null as there' }, [table])
  if (!found!.there) return []
  const taken = await query<{ name: string }>({ text: `select name from "${table}"` })
  return taken.map(({ name }) => name)
}

/** What takes the migrations of one ledger. It is given its settings when it is made, and keeps them. */
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
