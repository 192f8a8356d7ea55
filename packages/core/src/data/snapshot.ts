import { listed } from './quoted.ts'
import type { Query } from './statement.ts'

/** Rows to read, as SQL. Names come from the code, never from a caller. */
export interface Rows {
  table: string
  columns: readonly string[]
  /** Condition that the rows satisfy, with its values. */
  where: { text: string; values: readonly unknown[] }
  /** Columns that order the rows and together identify one; an index should begin with them. */
  key: readonly string[]
}

/** Reads that all see the database as it was at the first of them. */
export interface Snapshot {
  query: Query
  /** Returns rows in slices of `size`, however many there are. */
  slices<Row>(rows: Rows, size: number): AsyncIterable<Row[]>
}

/** Returns the statement that reads rows in the order of their key. */
export function selectOf({ table, columns, where, key }: Rows): string {
  return `select ${listed(columns)} from "${table}" where ${where.text} order by ${listed(key)}`
}

/**
 * Replaces a snapshot where there is one connection, which a transaction would keep from all others. Each slice goes on after the last row before it, and sees
 * what is committed by then.
 */
export function withoutTransaction(query: Query): Snapshot {
  return {
    query,
    async *slices<Row>(rows: Rows, size: number) {
      let where = rows.where
      for (;;) {
        const slice = await query<Row>({ text: `${selectOf({ ...rows, where })} limit ${size}` }, where.values)
        if (slice.length > 0) yield slice
        if (slice.length < size) return
        where = after(slice.at(-1)!, rows)
      }
    },
  }
}

function after(row: unknown, { where, key }: Rows): Rows['where'] {
  const position = key.map((column) => (row as Record<string, unknown>)[column])
  const places = key.map((_, index) => `$${where.values.length + index + 1}`)
  return {
    text: `${where.text} and (${listed(key)}) > (${places.join(', ')})`,
    values: [...where.values, ...position],
  }
}
