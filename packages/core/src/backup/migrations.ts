import type { Ledger } from '../data/migrate.ts'
import { migratorOf } from '../data/migrate.ts'
import type { Orm } from '../data/driver.ts'
import type { Query } from '../data/statement.ts'

/** Names of the migrations that a database has taken, in their order, by the table that says so. */
export type Migrations = Record<string, readonly string[]>

/** Reads which migrations a database has taken. */
export async function readMigrations(query: Query, ledgers: readonly Ledger[]): Promise<Migrations> {
  const read = async ({ table }: Ledger) => {
    const taken = await query<{ name: string }>({ text: `select name from "${table}" order by id` })
    return [table, taken.map(({ name }) => name)] as const
  }
  return Object.fromEntries(await Promise.all(ledgers.map(read)))
}

/** Takes exactly these migrations, unless they were taken before. Returns the first that this program does not have, and then takes none. */
export async function takeMigrations(
  orm: Orm,
  ledgers: readonly Ledger[],
  migrations: Migrations,
): Promise<string | undefined> {
  const steps: (() => Promise<unknown>)[] = []
  for (const ledger of ledgers) {
    const migrator = await migratorOf(orm, ledger)
    const wanted = migrations[ledger.table] ?? []
    const taken = new Set((await migrator.getExecuted()).map(({ name }) => name))
    const pending = new Set((await migrator.getPending()).map(({ name }) => name))
    const unknown = wanted.find((name) => !taken.has(name) && !pending.has(name))
    if (unknown !== undefined) return unknown
    const missing = wanted.filter((name) => !taken.has(name))
    if (missing.length > 0) steps.push(() => migrator.up({ migrations: missing }))
  }
  for (const step of steps) await step()
  return undefined
}
