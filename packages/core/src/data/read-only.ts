/** PostgreSQL's code for a write that is not allowed, as on a standby: `read_only_sql_transaction`. */
const READ_ONLY = '25006'

/** Thrown for a server, or a session, that takes no writes. Its data may be older than what was acknowledged elsewhere. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
  readonly code = READ_ONLY

  constructor() {
    super(
      'The database server takes no writes: it is a standby, or is set to be read only. The service needs the primary',
    )
  }
}

/** Whether an error says that the server takes no writes, so that the connection is of no use any more. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY
}
