/** Thrown when a migration cannot lock a table. The message says what to do. */
export class TableInUse extends Error {
  override readonly name = 'TableInUse'

  constructor(migration: string, cause: unknown) {
    super(
      `The migration ${migration} waits for a table that others have had in use for minutes. ` +
        'End what they do (pg_stat_activity, pg_blocking_pids), and migrate again.',
      { cause },
    )
  }
}
