import { hash } from 'node:crypto'
import type { Query } from '../data/statement.ts'
import { listed, type Table } from './tables.ts'

/** How many rows a table has, and the sum of their hashes, which does not depend on their order. */
export interface RowSum {
  count: number
  /** A decimal number. */
  sum: string
}

/** How much of a row's SHA-256 is added up, in hexadecimal digits: 60 bits, which PostgreSQL takes for a positive number. */
const DIGITS = 15

/** Adds up rows as they come by. */
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

/** Adds up the rows of a table where they are. */
export async function sumOf(query: Query, { name, columns }: Table): Promise<RowSum> {
  const row = `convert_to(row_to_json(row)::text, 'UTF8')`
  const number = `('x' || left(encode(sha256(${row}), 'hex'), ${DIGITS}))::bit(${DIGITS * 4})::bigint`
  const rows = `(select ${listed(columns)} from "${name}") as row`
  const text = `select count(*) as count, coalesce(sum(${number}), 0)::text as sum from ${rows}`
  const [total] = await query<RowSum>({ text })
  return total!
}
