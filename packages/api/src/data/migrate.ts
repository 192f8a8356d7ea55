import { fileURLToPath } from 'node:url'
import { Migrator } from '@mikro-orm/migrations'
import type { Database } from './database.ts'
import type { Orm } from './driver.ts'

/** Any number that no other program on the same database uses: "rost" in ASCII. */
const LOCK = 0x726f7374

/** Migrations that are taken in the order of their names, and the table that says which have been. */
export interface Ledger {
  /** Directory of the modules, one a migration. */
  readonly directory: string
  /** Such as `migrations`. */
  readonly table: string
}

/** Those of the core's own tables, for an application whose own migrations do not make them. */
export const coreLedger: Ledger = {
  directory: fileURLToPath(new URL('../../core-migrations', import.meta.url)),
  table: 'core_migrations',
}

/** Those of an application. */
export const ledgerOf = (directory: URL): Ledger => ({ directory: fileURLToPath(directory), table: 'migrations' })

/**
 * Brings the schema up to date, one ledger after another, and returns the names of the migrations that it took. Of several processes that
 * start at once, one does the work and the others wait for it.
 */
export function migrate(database: Database, ledgers: readonly Ledger[]): Promise<string[]> {
  return database.alone(LOCK, async () => {
    const taken: string[] = []
    for (const ledger of ledgers) {
      const done = await migratorOf(database.orm, ledger).up()
      taken.push(...done.map(({ name }) => name))
    }
    return taken
  })
}

/** A migrator takes its settings when it is made, and keeps them. */
function migratorOf({ config, em }: Orm, { directory, table }: Ledger): Migrator {
  const settings = config.get('migrations')
  config.set('migrations', { ...settings, path: directory, tableName: table })
  try {
    return new Migrator(em)
  } finally {
    config.set('migrations', settings)
  }
}
