import type { Query } from '../data/statement.ts'

/** A table to copy. */
export interface Table {
  name: string
  /** Names of the columns in the order of the table, without generated ones. */
  columns: readonly string[]
  /** Names of the columns of the primary key, in order. */
  key: readonly string[]
}

/** A back-up, restore or move is refused. The message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Whether a name can be part of SQL statements, in quotes and in the body of a block. */
export const isNameable = (name: string): boolean => /^[^"$]+$/.test(name)

interface Found extends Omit<Table, 'key'> {
  key: string[] | null
}

/** Partitions are read through their table. */
const tables = {
  text: `select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`,
}

/**
 * Returns the tables of a database in the order of their names, without those in `without`. Throws `BackupError` when a table has no primary key, which
 * pages need, or a name that cannot be part of SQL statements.
 */
export async function tablesOf(query: Query, without: readonly string[]): Promise<Table[]> {
  const found = await query<Found>(tables)
  return found.filter(({ name }) => !without.includes(name)).map(withKey)
}

function withKey({ name, columns, key }: Found): Table {
  if (!key) throw new BackupError(`The table "${name}" has no primary key, so that it cannot be copied.`)
  const odd = [name, ...columns].find((one) => !isNameable(one))
  if (odd !== undefined)
    throw new BackupError(
      `The name ${odd} in the table "${name}" has a " or $ in it, so that it cannot be copied. Rename it.`,
    )
  return { name, columns, key }
}
