/** PostgreSQL's code for a write where none is taken, as on a standby: `read_only_sql_transaction`. */
const READ_ONLY = '25006'

/** A server, or a session of it, that takes no writes. What it has may be older than what was acknowledged elsewhere. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
  readonly code = READ_ONLY

  constructor() {
    super(
      'The database server takes no writes: it is a standby, or is set to be read only. The service needs the primary',
    )
  }
}

/** Whether a server said that it takes no writes, so that its connection is of no use any more. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY
}
