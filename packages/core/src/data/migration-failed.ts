/** Thrown when a migration fails because of its statements or of the records. The message names the migration, and says what to do. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'

  constructor(migration: string, why: string, mend: string, cause?: unknown) {
    super(`The migration ${migration} failed: ${why}. Those before it have been taken. ${mend}`, { cause })
  }
}
