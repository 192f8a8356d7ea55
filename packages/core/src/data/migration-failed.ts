/** A migration could not be taken, for a reason that is in it or in the records. The message says which one. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'

  constructor(migration: string, why: string, cause?: unknown) {
    super(`The migration ${migration} failed: ${why}. Those before it have been taken. Mend it, and migrate again.`, {
      cause,
    })
  }
}
