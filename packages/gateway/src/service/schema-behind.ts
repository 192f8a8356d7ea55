import { pendingMigrations } from '@roster/core/server'
import { variable } from '../settings/variable.ts'
import type { Runtime } from './runtime.ts'

/** Thrown when the schema of the database is older than this program, and the setting `MIGRATE` is off. */
export class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind'
}

/** Throws `SchemaBehind` when the database has pending migrations. A schema that a later version has migrated is fine: the version before works on it, too. */
export async function requireSchema({ application, naming, database }: Runtime): Promise<void> {
  const [first, ...more] = await pendingMigrations(database, application.ledgers)
  if (first === undefined) return
  const setting = variable(naming, 'MIGRATE')
  throw new SchemaBehind(
    `The schema of the database is older than this program. Migrations are to be taken: ${more.length + 1}, from ${first} on. Run \`${naming.slug} migrate\`, or start without ${setting}=off.`,
  )
}
