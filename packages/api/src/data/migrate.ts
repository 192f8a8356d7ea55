import type { Database } from './database.ts'

/** Any number that no other program on the same database uses: "rost" in ASCII. */
const LOCK = 0x726f7374

/**
 * Brings the schema up to date and returns the names of the migrations that it took. Of several processes that start at once, one does
 * the work and the others wait for it.
 */
export async function migrate(database: Database): Promise<string[]> {
  const done = await database.alone(LOCK, () => database.orm.migrator.up())
  return done.map((migration) => migration.name)
}
