import { hash } from 'node:crypto'
import { listed } from '../data/quoted.ts'
import type { Query } from '../data/statement.ts'
import type { Table } from './tables.ts'

/** The number of rows of a table, and the sum of their hashes, which does not depend on their order. */
export interface RowSum {
  count: number
  /** A decimal number. */
  sum: string
}

/** Number of hexadecimal digits of a row's SHA-256 that are added: 60 bits, which are a positive number in PostgreSQL. */
const DIGITS = 15

/** Computes the sum of rows as they are read. */
export class RowSummer {
  #count = 0
  #sum = 0n

  add(rows: readonly string[]): void {
    this.#count += rows.length
    for (const row of rows) this.#sum += BigInt(`0x${hash('sha256', row).slice(0, DIGITS)}`)
  }

  get total(): RowSum {
    return { count: this.#count, sum: String(this.#sum) }
  }
}

/** Computes the sum of a table's rows in the database. */
export async function sumOf(query: Query, { name, columns }: Table): Promise<RowSum> {
  const row = `convert_to(row_to_json(row)::text, 'UTF8')`
  const number = `('x' || left(encode(sha256(${row}), 'hex'), ${DIGITS}))::bit(${DIGITS * 4})::bigint`
  const rows = `(select ${listed(columns)} from "${name}") as row`
  const text = `select count(*) as count, coalesce(sum(${number}), 0)::text as sum from ${rows}`
  const [total] = await query<RowSum>({ text })
  return total!
}
