import type { Run } from './fill.ts'

/** Disk space of a table and of its indexes, in MB. */
export interface Size {
  name: string
  table: number
  indexes: number
}

const sizes = `
  select relname as name, pg_table_size(oid)::float8 / 1e6 as "table", pg_indexes_size(oid)::float8 / 1e6 as indexes
  from pg_class where relname in ('users', 'events', 'webhook_deliveries', 'idempotency_keys') and relkind = 'r' order by relname`

/** Returns the current sizes of the growing tables. */
export const sizesOf = (run: Run): Promise<Size[]> => run(sizes) as Promise<Size[]>
