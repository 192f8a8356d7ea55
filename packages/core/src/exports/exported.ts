import type { z } from 'zod'
import type { Conditions } from '../data/conditions.ts'
import type { ExpectedColumn } from '../definition/require-tables.ts'
import type { ExportedContract, ExportsOptions } from './exported.contract.ts'

/** Records of one kind that are exported. */
export interface Exported<Filter extends z.ZodRawShape = z.ZodRawShape> extends ExportedContract<Filter> {
  /** The table they are in, whose columns have the names that go over the wire; `id` and `created_at` among them. */
  readonly table: string
  /** The records that pass a filter, of those that an owner sees; null for everybody's. */
  select(filter: z.output<z.ZodObject<Filter>>, owner: string | null): Conditions
}

/** Kinds of records by their names. */
export type AnyKinds = Readonly<Record<string, Exported<any>>>

/** What exports are of, where they are found, and how they are read. */
export type ExportedKinds<Kinds extends AnyKinds = AnyKinds> = ExportsOptions<Kinds>

/** The columns that exports read: what a line of a file shows, and what records are found by. */
export const exportedColumns = ({ kinds }: Pick<ExportedKinds, 'kinds'>): ExpectedColumn[] =>
  Object.entries<Exported>(kinds).flatMap(([name, { table, schema }]) =>
    [...new Set(['id', 'created_at', ...Object.keys(schema.shape)])].map((column) => ({
      table,
      column,
      type: null,
      of: `the export of ${name}`,
    })),
  )

/** The kind of records that an export is of; null in rows from before there were several. */
export function exportedOf({ kinds }: Pick<ExportedKinds, 'kinds'>, kind: string | null): Exported {
  const found = kind === null ? Object.values(kinds)[0] : kinds[kind]
  if (!found) throw new Error(`No records of the kind ${kind} are exported any more.`)
  return found
}
