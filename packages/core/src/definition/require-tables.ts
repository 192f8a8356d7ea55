import type { Database } from '../data/database.ts'
import type { Orm } from '../data/driver.ts'
import { DefinitionError } from './definition.ts'

/** A column that a part of an application reads or writes. */
export interface ExpectedColumn {
  table: string
  column: string
  /** Name of the type in PostgreSQL; null for any type. */
  type: string | null
  /** The part that needs the column, such as `the entity Book`. */
  of: string
}

interface Difference extends ExpectedColumn {
  /** Whether the table exists. */
  is_table: boolean
  /** The type of the column in the database; null where there is no such column. */
  found: string | null
}

const differences = {
  name: 'columns that differ',
  text: `select expected."table", expected."column", expected.type, expected."of", c.oid is not null as is_table, format_type(a.atttypid, null) as found
    from json_to_recordset($1) as expected ("table" text, "column" text, type text, "of" text)
    left join pg_class c on c.oid = to_regclass(quote_ident(expected.table))
    left join pg_attribute a on a.attrelid = c.oid and a.attname = expected.column and not a.attisdropped
    where a.attname is null or a.atttypid <> to_regtype(expected.type)
    order by expected.table, expected.column`,
}

/**
 * Throws `DefinitionError` unless the database has the tables of all entities, with their columns in their types, and the columns in `others`. The schema that
 * migrations make must be the one that the application works with. The message names each difference.
 */
export async function requireTables(database: Database, others: readonly ExpectedColumn[] = []): Promise<void> {
  const expected = [...columnsOf(database.orm), ...others]
  const found = await database.query<Difference>(differences, [JSON.stringify(expected)])
  if (found.length > 0) throw new DefinitionError([...new Set(found.map(faultOf))])
}

function faultOf({ table, column, type, of, is_table, found }: Difference): string {
  const mend = 'in a migration of the application'
  if (!is_table) return `There is no table "${table}", which ${of} needs. Make it ${mend}.`
  if (found === null) return `The table "${table}" lacks the column "${column}" of ${of}. Add it ${mend}.`
  return `The column "${column}" of the table "${table}" has the type ${found}, and ${type} in ${of}. Change one of them.`
}

/** Returns the columns of all entities. */
function columnsOf(orm: Orm): ExpectedColumn[] {
  const tables = [...orm.getMetadata().getAll().values()].filter(({ tableName, view }) => tableName && !view)
  return tables.flatMap(({ className, tableName, props }) =>
    props
      .filter(({ persist, fieldNames }) => persist !== false && fieldNames?.length)
      .flatMap(({ fieldNames, columnTypes }) =>
        fieldNames.map((column, index) => ({
          table: tableName,
          column,
          type: columnTypes[index] ?? null,
          of: `the entity ${className}`,
        })),
      ),
  )
}
