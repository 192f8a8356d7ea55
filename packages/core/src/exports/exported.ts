import type { z } from 'zod'
import type { Conditions } from '../data/conditions.ts'
import type { ExpectedColumn } from '../definition/require-tables.ts'
import type { ExportedContract, ExportsOptions } from './exported.contract.ts'

/** One kind of records that can be exported, and its table. */
export interface Exported<Filter extends z.ZodRawShape = z.ZodRawShape> extends ExportedContract<Filter> {
  /** Name of the table. Its columns have the names of the schema's members; `id` and `created_at` are among them. */
  readonly table: string
  /** Returns the conditions for records that match a filter and belong to an owner; null for the records of all owners. */
  select(filter: z.output<z.ZodObject<Filter>>, owner: string | null): Conditions
}

/** Kinds of records, by name. */
export type AnyKinds = Readonly<Record<string, Exported<any>>>

/** The kinds of records that can be exported, and the path of exports. */
export type ExportedKinds<Kinds extends AnyKinds = AnyKinds> = ExportsOptions<Kinds>

/** Returns the columns that exports read: the members of each line, and the columns that order and identify records. */
export const exportedColumns = ({ kinds }: Pick<ExportedKinds, 'kinds'>): ExpectedColumn[] =>
  Object.entries<Exported>(kinds).flatMap(([name, { table, schema }]) =>
    [...new Set(['id', 'created_at', ...Object.keys(schema.shape)])].map((column) => ({
      table,
      column,
      type: null,
      of: `the export of ${name}`,
    })),
  )

/** Returns the kind of records with this name. Throws an `Error` for one that is exported no more. */
export function exportedOf({ kinds }: Pick<ExportedKinds, 'kinds'>, kind: string): Exported {
  const found = kinds[kind]
  if (!found) throw new Error(`No records of the kind ${kind} are exported any more.`)
  return found
}
