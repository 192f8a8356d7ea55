import type { Query } from './statement.ts'

/** SQL: what tells a database from any other, as `<server>/<database>`: the identifier of the server's cluster, which its standbys share, and that of the database. */
export const DATABASE = `(
  select concat_ws('/', s.system_identifier, d.oid)
  from pg_control_system() s, pg_database d where d.datname = current_database())`

/** What tells this database from any other. */
export async function identify(query: Query): Promise<string> {
  const [row] = await query<{ database: string }>({ text: `select ${DATABASE} as database` })
  return row!.database
}
