import type { Query } from './statement.ts'

/**
 * SQL: the identity of a database, `<server>/<database>`: the identifier of the server, which its standbys share, and the OID of the database on that server.
 */
export const DATABASE = `(
  select concat_ws('/', s.system_identifier, d.oid)
  from pg_control_system() s, pg_database d where d.datname = current_database())`

/** Returns the identity of this database, which tells it from any other. */
export async function identify(query: Query): Promise<string> {
  const [row] = await query<{ database: string }>({ text: `select ${DATABASE} as database` })
  return row!.database
}
