import { listed } from '../data/quoted.ts'
import type { Query } from '../data/statement.ts'
import type { Table } from './tables.ts'

/** Rows of one table, each as the JSON object that PostgreSQL writes of it. */
export interface Page {
  table: string
  rows: readonly string[]
}

/** Length at which a page ends, in characters: the row that reaches it is the last one. */
const PAGE_LENGTH = 4_000_000

/** Number of rows in the first page, and the largest number in a page. */
const FIRST_PAGE = 20
const LARGEST_PAGE = 1_000

/** Reads a table in pages, in the order of its primary key. `after` is the row after which to continue, as a page had it. */
export async function* pagesOf(query: Query, table: Table, after?: string): AsyncGenerator<Page> {
  let [last, size] = [after, FIRST_PAGE]
  for (;;) {
    const rows = await pageOf(query, table, last, size)
    if (rows.length > 0) yield { table: table.name, rows }
    const length = rows.reduce((total, row) => total + row.length, 0)
    if (rows.length < size && length < PAGE_LENGTH) return
    last = rows.at(-1)
    size = Math.min(Math.max(Math.floor((PAGE_LENGTH * rows.length) / length), 1), LARGEST_PAGE)
  }
}

/** Reads a page of at most `size` rows, and ends it early when the rows are long: `size` was estimated from the rows before, which may have been shorter. */
async function pageOf(query: Query, { name, columns, key }: Table, after: string | undefined, size: number) {
  const beyond = `where (${listed(key)}) > (select ${listed(key)} from json_populate_record(null::"${name}", $1::json))`
  const where = after === undefined ? '' : beyond
  const page = `select ${listed(columns)} from "${name}" ${where} order by ${listed(key)} limit ${size}`
  const text = `with written as materialized (select row_to_json(page)::text as row from (${page}) as page),
      measured as (select row, sum(length(row)) over (rows unbounded preceding) - length(row) as before from written)
    select row from measured where before < ${PAGE_LENGTH}`
  const found = await query<{ row: string }>({ text }, after === undefined ? [] : [after])
  return found.map(({ row }) => row)
}

/** Returns a statement that inserts the rows in its first parameter, a JSON array. It keeps the values of identity columns. */
export const insertInto = ({ name, columns }: Table): string =>
  `insert into "${name}" (${listed(columns)}) overriding system value
    select ${listed(columns)} from json_populate_recordset(null::"${name}", $1::json)`

/** Returns rows as one JSON array. */
export const arrayOf = (rows: readonly string[]): string => `[${rows.join(',')}]`
